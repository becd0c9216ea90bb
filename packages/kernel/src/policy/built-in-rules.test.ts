import { describe, expect, it } from 'vitest';
import { builtInRules } from './built-in-rules.ts';
import { allow, bash, edit, effectWith, read } from './policy.fixture.ts';

const builtIn = builtInRules({ dataDirectory: '/home/ada/.toolstone' });

describe('rules that ship with the program', () => {
  it.each([
    '/home/ada/.ssh/id_ed25519',
    '/home/ada/.ssh/config',
    '/home/ada/.aws/credentials',
    '/home/ada/.gnupg/private-keys-v1.d/x',
    '/home/ada/.kube/config',
    '/home/ada/.docker/config.json',
    '/home/ada/.netrc',
    '/home/ada/.git-credentials',
    '/home/ada/.toolstone/toolstone.db',
    '/work/proj/.env',
    '/work/proj/packages/a/.env.production',
    '/work/proj/certs/server.key',
    '/work/proj/server.PEM',
    '/etc/shadow',
    '/proc/self/environ',
  ])('ask before %s is read', (path) => {
    expect(effectWith(builtIn, read(path))).toBe('ask');
    expect(effectWith([...builtIn, allow({ tool: '*' })], bash(`cat ${path}`))).toBe('ask');
  });

  it.each([
    '/work/proj/.env.example',
    '/work/proj/.env.sample',
    '/work/proj/src/env.ts',
    '/work/proj/src/environment/.envoy.yaml',
    '/work/proj/src/keys.ts',
    '/work/proj/public.pub',
    '/home/ada/notes.md',
    '/home/ada/.sshrc',
    '/etc/ssl/certs/ca-bundle.pem',
    '/work/proj/.git/config',
    '/work/proj/.toolstone/policy.toml',
  ])('let %s be read', (path) => {
    expect(effectWith(builtIn, read(path))).toBe('allow');
  });

  it.each([
    '/work/proj/.git/hooks/pre-commit',
    '/work/proj/.git/config',
    '/work/proj/.toolstone/policy.toml',
    '/home/ada/.bashrc',
    '/home/ada/.config/autostart/x.desktop',
  ])('ask before %s is written, although a rule allows it', (path) => {
    expect(effectWith([...builtIn, allow({ tool: '*' })], edit(path))).toBe('ask');
  });

  it('deny nothing', () => {
    expect(builtIn.map(({ rule }) => rule.effect)).not.toContain('deny');
  });

  it('stand out of the way of ordinary work', () => {
    const rules = [...builtIn, allow({ tool: '*' })];
    for (const text of [
      'npm test',
      'git add -A && git commit -m "fix: .env handling"',
      'ls -la',
      'grep -rn key src/',
      'cat README.md > notes.md',
      'node -e "console.log(1)"',
      'cp .env.example config.txt',
    ]) {
      expect([text, effectWith(rules, bash(text))]).toEqual([text, 'allow']);
    }
  });
});
