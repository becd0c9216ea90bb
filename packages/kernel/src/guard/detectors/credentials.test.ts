import { describe, expect, it } from 'vitest';
import { createTally } from '../findings.ts';
import { redactCredentials } from './credentials.ts';

const redact = (text: string): string => redactCredentials(text, createTally());
const flags = (text: string): readonly string[] => {
  const tally = createTally();
  redactCredentials(text, tally);
  return tally.findings().map(({ flag, count }) => `${flag} ${count}`);
};
/** Put together here, so that no scanner takes this file for a leak. */
const join = (...parts: readonly string[]): string => parts.join('');

describe('credentials that show by their form', () => {
  it.each([
    ['OpenAI, with a project', join('sk-', 'proj-abcDEF1234567890abcdefghij')],
    ['OpenAI, older', join('sk-', 'T3BlbkFJ9x8w7v6u5t4s3r2q1p0oNmLkJiHgFeDcBa987654')],
    ['Anthropic', join('sk-', 'ant-api03-AbCdEf0123456789-xyz_ABCDEF-gh')],
    ['GitHub, classic', join('ghp', '_16C7e42F292c6912E7710c838347Ae178B4a')],
    ['GitHub, OAuth', join('gho', '_16C7e42F292c6912E7710c838347Ae178B4a')],
    ['GitHub, server', join('ghs', '_16C7e42F292c6912E7710c838347Ae178B4a')],
    ['GitHub, fine-grained', join('github_', 'pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789')],
    ['GitLab', join('glpat', '-x8Fq2LmP9sT4vW7yZ1aB')],
    ['AWS, long-lived', join('AKIA', 'IOSFODNN7EXAMPLE')],
    ['AWS, temporary', join('ASIA', 'Y34FZKBOKMUTVV7A')],
    ['Google', join('AIza', 'SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY')],
    ['Slack', join('xoxb', '-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx')],
    ['npm', join('npm', '_abcdefghijklmnopqrstuvwxyz0123456789')],
    ['Hugging Face', join('hf', '_abcdefghijklmnopqrstuvwxyzABCDEFGH')],
    ['Stripe', join('sk_', 'live_4eC39HqLyjWDarjtT1zdp7dc')],
    [
      'a signed web token',
      join('eyJ', 'hbGciOiJIUzI1NiJ9.', 'eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'),
    ],
  ])('masks a key of %s', (_, key) => {
    expect(redact(`before ${key} after`)).toBe('before [REDACTED:api_key] after');
  });
});

describe('credentials that show by their name', () => {
  it('masks values in headers, assignments, queries, environments, JSON and connection strings', () => {
    const text = [
      'Authorization: Bearer abcdef0123456789',
      'authorization: Basic dXNlcjpwYXNzd29yZA==',
      'X-Api-Key: 9f8e7d6c5b4a39281706f5e4d3c2b1a0',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'GET /v1/items?page=2&token=abc123def456ghi789jkl0&sort=asc',
      'client_secret: "8f3kd92kd02kfl30dk2"',
      'password=hunter2abc',
      'export DB_PASSWORD=hunter2',
      'SECRET_KEY="django-insecure-abc123"',
      'docker run -e STRIPE_API_KEY=abc123def456 image',
      '{"user": "ada", "password": "correct-horse", "port": 5432}',
      "{'secret': 'supersecret', 'name': 'x'}",
      '{\\"access_token\\": \\"a1b2c3d4e5f6g7h8\\"}',
      'postgres://admin:s3cr3t@db.example.com:5432/app',
      'mongodb+srv://app:p%40ss@cluster0.example.net',
      'redis://:pw123@cache:6379/0',
    ].join('\n');
    expect(redact(text)).toMatchInlineSnapshot(`
      "Authorization: Bearer [REDACTED:api_key]
      authorization: Basic [REDACTED:api_key]
      X-Api-Key: [REDACTED:api_key]
      aws_secret_access_key = [REDACTED:api_key]
      GET /v1/items?page=2&token=[REDACTED:api_key]&sort=asc
      client_secret: "[REDACTED:secret]"
      password=[REDACTED:password]
      export DB_PASSWORD=[REDACTED:secret]
      SECRET_KEY="[REDACTED:secret]"
      docker run -e STRIPE_API_KEY=[REDACTED:secret] image
      {"user": "ada", "password": "[REDACTED:password]", "port": 5432}
      {'secret': '[REDACTED:secret]', 'name': 'x'}
      {\\"access_token\\": \\"[REDACTED:secret]\\"}
      postgres://admin:[REDACTED:password]@db.example.com:5432/app
      mongodb+srv://app:[REDACTED:password]@cluster0.example.net
      redis://:[REDACTED:password]@cache:6379/0"
    `);
    expect(flags(text)).toEqual([
      'connection_string_leak 3',
      'credential_leak 7',
      'env_file_leak 3',
      'json_secret_leak 3',
    ]);
  });

  it('gives the same when what it gave is masked again', () => {
    const once = redact('api_key="abcdef0123456789abcdef" DB_PASSWORD=hunter2 http://a:bcdefg@h/');
    expect(redact(once)).toBe(once);
  });
});

describe('ordinary text', () => {
  const ordinary = [
    "const apiKeyName = getConfigurationValueForKey('some-long-name-here');",
    'const token = this.lexer.nextTokenFromTheStream();',
    'interface Options { password: string; apiKey: string | undefined; tokens: Uint8Array }',
    'password: process.env.DATABASE_PASSWORD2,',
    `API_KEY=\${API_KEY}`,
    'TOKEN=$(cat /run/secrets/token)',
    'OPENAI_API_KEY=<your-key>',
    'MAX_TOKENS=4096',
    'SSH_KEY_PATH=/home/ada/.ssh/id_ed25519',
    'KEY_ENTER=KEYCODE_RETURN',
    '"password": "Password must be at least 8 characters"',
    '"password": "Passwort"',
    "'password' => 'required|min:8',",
    '{"type": "token", "token": "LeftParenthesis", "key": "some-kebab-case-identifier"}',
    '.sk-folding-cube-animation-delay { width: 40px }',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'key: 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'cache-key: linux-node-9fceb02d0ae598e95dc970b74767f19372d61af8',
    'id: 550e8400-e29b-41d4-a716-446655440000',
    '"integrity": "sha512-9fceb02d0ae598e95dc970b74767f19372d61af8AbCdEf0123456789+/abcdefghijklmnopqrstuv=="',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">',
    'see https://example.com:8080/~ada/@types/node and git@github.com:ada/engine.git',
    'https://registry.example.com/@scope/name/-/name-1.0.0.tgz',
    'Bearer authentication is required for this endpoint',
    'curl -H "Authorization: Bearer $TOKEN" https://api.example.com',
    'the quick brown fox keys: a, b, c; tokens = words.length; secret = undefined',
    '12:34:56.789 INFO  [auth] user=ada session started, key=f1',
    'primaryKey=created_at_2024_01_02_partition_7',
  ];
  it.each(ordinary)('is left as it is: %s', (line) => {
    expect(redact(line)).toBe(line);
  });
});
