import { describe, expect, it } from 'vitest';
import { namedPaths } from './facts.ts';
import { bash, callOf, deny, effectWith, place } from './policy.fixture.ts';

const keys = deny({ path: { within: '~/.ssh', access: 'any' } });

describe('paths in the words of commands', () => {
  it('are found behind options and assignments', () => {
    const { commands } = bash('tool --file=a if=b @c -Cd').facts;
    expect(namedPaths(commands, place)).toEqual(
      expect.arrayContaining(['/work/proj/a', '/work/proj/b', '/work/proj/c', '/work/proj/d']),
    );
  });

  it.each([
    'cd ~ && cat .ssh/id_rsa',
    'cd && cat .ssh/id_rsa',
    'cd .. ; cd ../home/ada; cat .ssh/id_rsa',
    'pushd ~; (cat .ssh/id_rsa)',
    'cd ~/.ssh && cat id_rsa',
  ])('are read in the directory that the command line goes to: %s', (command) => {
    expect(effectWith([keys], bash(command))).toBe('deny');
  });

  it('are judged by where a link leads, too', () => {
    const { facts } = bash('cat link');
    expect(effectWith([keys], callOf('bash', facts))).toBe('ask');
    expect(effectWith([keys], callOf('bash', { ...facts, named: ['/home/ada/.ssh/id_rsa'] }))).toBe('deny');
  });
});
