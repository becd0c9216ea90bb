import type { Finding } from '@toolstone/protocol';

/** The kinds of credential by where they stand; part of what is logged. */
export type CredentialFlag =
  | 'credential_leak'
  | 'private_key_leak'
  | 'connection_string_leak'
  | 'env_file_leak'
  | 'json_secret_leak';
export const credentialFinding = (flag: CredentialFlag): Omit<Finding, 'count'> => ({
  category: 'credentials',
  flag,
  risk: 'high',
});

/** What stands in the place of a credential. */
export const masks = {
  key: '[REDACTED:api_key]',
  password: '[REDACTED:password]',
  secret: '[REDACTED:secret]',
  privateKey: '[REDACTED:private_key]',
} as const;

/** How every mask starts. */
export const maskStart = '[REDACTED:';

/** The mask for a value behind this word. */
export const maskFor = (word: string, isJson: boolean): string =>
  /^(passw|passphrase|pwd)/i.test(word) ? masks.password : isJson || /^secret/i.test(word) ? masks.secret : masks.key;
