import type { JsonObject } from '@toolstone/protocol';
import { describe, expect, it } from 'vitest';
import { allow, bash, callOf, deny, effectWith } from './policy.fixture.ts';

describe('conditions on the call', () => {
  it('match the name of the tool or its label', () => {
    const call = callOf('write_file', {}, { approvalLabel: 'write_file__append' });
    expect(effectWith([deny({ tool: 'write_file' })], call)).toBe('deny');
    expect(effectWith([deny({ tool: ['x', 'write_file__{append,create}'] })], call)).toBe('deny');
    expect(effectWith([deny({ tool: 'write' })], call)).toBe('ask');
    expect(effectWith([deny({ tool: 'mcp__github__*' })], callOf('mcp__github__delete_repo'))).toBe('deny');
  });

  it('match arguments by JSON pointer', () => {
    const own = deny({ tool: 'mcp__github__*', args: { '/owner': { not: 'acme' } } });
    const call = (args: JsonObject) => callOf('mcp__github__push', { args });
    expect(effectWith([own], call({ owner: 'acme' }))).toBe('ask');
    expect(effectWith([own], call({ owner: 'other' }))).toBe('deny');
    expect(effectWith([own], call({}))).toBe('deny');
    const some = allow({ args: { '/a~1b/0/c': { glob: ['x*', 'y'] }, '/n': { equals: { k: [1, null] } } } });
    expect(effectWith([some], call({ 'a/b': [{ c: 'xyz' }], n: { k: [1, null] } }))).toBe('allow');
    expect(effectWith([some], call({ 'a/b': [{ c: 'zyx' }], n: { k: [1, null] } }))).toBe('ask');
    expect(effectWith([some], call({ 'a/b': [{ c: 'xyz' }] }))).toBe('ask');
  });

  it('of a list need every element to allow and one to forbid', () => {
    const [yes, no] = [
      allow({ args: { '/to': { glob: '*@acme.example' } } }),
      deny({ args: { '/to': { glob: '*@evil.example' } } }),
    ];
    const call = (...to: readonly string[]) => callOf('mail', { args: { to } });
    expect(effectWith([yes, no], call('a@acme.example', 'b@acme.example'))).toBe('allow');
    expect(effectWith([yes, no], call('a@acme.example', 'b@other.example'))).toBe('ask');
    expect(effectWith([yes, no], call('a@acme.example', 'b@evil.example'))).toBe('deny');
    expect(effectWith([yes, no], call())).toBe('ask');
  });

  it('match effects and isolation', () => {
    const isolated = allow({ tool: 'bash', isolation: 'workspace' });
    const { facts } = bash('ls');
    expect(effectWith([isolated], callOf('bash', { ...facts, isolation: 'workspace' }))).toBe('allow');
    expect(effectWith([isolated], callOf('bash', { ...facts, isolation: 'none' }))).toBe('ask');
    expect(effectWith([deny({ effects: ['write'] })], bash('ls'))).toBe('ask');
    expect(effectWith([deny({ effects: ['write'] })], callOf('x', { effects: 'write' }))).toBe('deny');
  });
});
