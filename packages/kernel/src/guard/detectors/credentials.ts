import type { Tally } from '../findings.ts';
import { redactAssignments } from './assignments.ts';
import { credentialFinding, maskFor, masks } from './credential-masks.ts';
import { classifySecretName, isPlaceholder, isSecretValue, looksRandom } from './secret-values.ts';
import { tokenShapes } from './token-shapes.ts';

/** Whether a value needs no mask because whoever reads the text has it already. */
export type IsKnown = (value: string) => boolean;
export const nothingKnown: IsKnown = () => false;

function redactTokens(text: string, tally: Tally, isKnown: IsKnown): string {
  let result = text;
  for (const { hint, shape } of tokenShapes) {
    if (!result.includes(hint)) continue;
    result = result.replace(shape, (token) => {
      if (isKnown(token)) return token;
      tally.add(credentialFinding('credential_leak'));
      return masks.key;
    });
  }
  return result;
}

const connection =
  /\b((?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|sqlite|mssql|sqlserver|clickhouse|https?|ftps?|smtps?|ldaps?|nats|kafka)(?:\+[a-z0-9]{1,20})?:\/\/)([^\s:@/"'`<>]{0,64}):([^\s@"'`<>]{1,160})@(?=[A-Za-z0-9[_$%{])/gi;

function redactConnections(text: string, tally: Tally, isKnown: IsKnown): string {
  if (!text.includes('://')) return text;
  return text.replace(connection, (whole, scheme: string, user: string, password: string) => {
    // A path before the `@` belongs to a URL without a password: https://host:443/~x@y.
    const isPath = /^\d{1,5}\//.test(password);
    if (isPath || /^([$<{[%*]|x+$)/i.test(password) || isKnown(password)) return whole;
    tally.add(credentialFinding('connection_string_leak'));
    return `${scheme}${user}:${masks.password}@`;
  });
}

const header = /\b(Bearer|Basic)([ \t]{1,4})([A-Za-z0-9._~+/=-]{8,4096})/gi;
const authorization = /authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?$/i;

function redactHeaders(text: string, tally: Tally, isKnown: IsKnown): string {
  return text.replace(header, (whole, scheme: string, gap: string, value: string, offset: number) => {
    const isHeader = authorization.test(text.slice(Math.max(0, offset - 32), offset));
    const isSecret = isHeader ? !isPlaceholder(value) : scheme.toLowerCase() === 'bearer' && looksRandom(value);
    if (!isSecret || isKnown(value)) return whole;
    tally.add(credentialFinding('credential_leak'));
    return `${scheme}${gap}${masks.key}`;
  });
}

const environmentLine =
  /(?<![A-Za-z0-9_$.[-])([A-Z][A-Z0-9_]{1,80})=("[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'`;&|<>()]{1,4096})/g;
const secretSegment =
  /(?:^|_)(SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|DSN|APIKEY|KEY)(?:_|$)|_DB_URL$/;
const describing =
  /_(TYPE|NAME|PATH|FILE|DIR|LIMIT|COUNT|SIZE|LENGTH|TTL|EXPIRY|EXPIRES|EXPIRATION|HEADER|PREFIX|REGEX|FIELD|ENV|VERSION|ALGORITHM|FORMAT)$|PUBLIC|^PWD$|^OLDPWD$/;

function redactEnvironment(text: string, tally: Tally, isKnown: IsKnown): string {
  if (!text.includes('=')) return text;
  return text.replace(environmentLine, (whole, name: string, quoted: string) => {
    const segment = secretSegment.exec(name);
    if (!segment || describing.test(name)) return whole;
    const quote = /^["']/.exec(quoted)?.[0] ?? '';
    const value = quote ? quoted.slice(1, -1) : quoted;
    const isKey = segment[1] === 'KEY';
    const isSecret = isKey ? value.length >= 8 && /[A-Za-z]/.test(value) && /\d/.test(value) : value.length >= 4;
    if (!isSecret || isPlaceholder(value) || /^\d{1,9}$/.test(value) || /^[A-Z][A-Z_]*$/.test(value)) return whole;
    if (isKnown(value)) return whole;
    tally.add(credentialFinding('env_file_leak'));
    return `${name}=${quote}${masks.secret}${quote}`;
  });
}

const mayHoldAssignment = /key|token|secret|passw|passphrase|pwd|credential|auth|dsn|bearer|basic|_db_url/i;

/**
 * The text with its credentials masked: `[REDACTED:api_key]` and the like, but for those that are known. Private keys are
 * the stream's, for they span lines. Linear: every pattern reads a bounded stretch from each place.
 */
export function redactCredentials(text: string, tally: Tally, isKnown = nothingKnown): string {
  let result = redactConnections(redactTokens(text, tally, isKnown), tally, isKnown);
  if (!mayHoldAssignment.test(result)) return result;
  result = redactHeaders(result, tally, isKnown);
  return redactAssignments(redactEnvironment(result, tally, isKnown), tally, isKnown);
}

/** The mask for a value that stands under a key of its own in JSON, or undefined where it is no secret. */
export function maskUnderKey(key: string, value: string, tally: Tally): string | undefined {
  const name = classifySecretName(key);
  if (!isSecretValue(name, value)) return undefined;
  tally.add(credentialFinding('json_secret_leak'));
  return maskFor(/pass|pwd/i.test(key) ? 'password' : key, true);
}
