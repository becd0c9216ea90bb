import { describe, expect, it } from 'vitest';
import { scrubEnvironment } from './command-environment.ts';

const kept = (names: readonly string[], passthrough: readonly string[] = []): readonly string[] =>
  Object.keys(scrubEnvironment({ source: Object.fromEntries(names.map((name) => [name, 'x'])), passthrough }));

describe('the environment of commands', () => {
  it('keeps what does not look like a secret', () => {
    const names = ['PATH', 'HOME', 'LC_ALL', 'NODE_ENV', 'CI', 'KEYBOARD', 'TOKENS', 'MY_KEY_FILE'];
    expect(kept(names)).toEqual(names);
  });

  it('drops names that end like a secret, in any case', () => {
    const names = ['A_KEY', 'A_SECRET', 'A_TOKEN', 'A_PASSWORD', 'A_CREDENTIAL', 'A_CREDENTIALS', 'npm_token'];
    expect(kept(names)).toEqual([]);
  });

  it('drops the known secrets without such an end, and settings that change what tools do', () => {
    const names = [
      'TOOLSTONE_DB_URL',
      'DATABASE_URL',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'RIPGREP_CONFIG_PATH',
      'GIT_CONFIG',
    ];
    expect(kept(names)).toEqual([]);
  });

  it('keeps safe names although they look like secrets', () => {
    expect(kept(['XDG_SESSION_TOKEN', 'LC_KEY', 'SSH_AUTH_SOCK'])).toEqual([
      'XDG_SESSION_TOKEN',
      'LC_KEY',
      'SSH_AUTH_SOCK',
    ]);
  });

  it('keeps what the person lets through', () => {
    expect(kept(['GITHUB_TOKEN', 'NPM_TOKEN'], ['GITHUB_TOKEN'])).toEqual(['GITHUB_TOKEN']);
  });

  it('leaves out what has no value', () => {
    expect(scrubEnvironment({ source: { A: undefined, B: '' }, passthrough: ['A'] })).toEqual({ B: '' });
  });
});
