import type { Facts, Touch } from '@toolstone/protocol';
import { describe, expect, it } from 'vitest';
import { conflicts } from './conflicts.ts';

const facts = (effects: Facts['effects'], ...touches: Touch[]): Facts => ({
  effects,
  touches,
  hosts: [],
  commands: [],
  args: {},
});
const read = (path: string): Touch => ({ path, access: 'read' });
const write = (path: string): Touch => ({ path, access: 'write' });
const roots = ['/work'];

describe('conflicts', () => {
  it.each([
    ['two reads of one file', facts('read', read('/work/a')), facts('read', read('/work/a')), false],
    ['a read and a write of one file', facts('read', read('/work/a')), facts('write', write('/work/a')), true],
    ['a search of a directory and a write in it', facts('read', read('/work')), facts('write', write('/work/a')), true],
    ['writes of two files', facts('write', write('/work/a')), facts('write', write('/work/ab')), false],
    ['two commands', facts('exec'), facts('exec'), false],
    ['a command and a read', facts('exec'), facts('read', read('/work/a')), false],
    ['a write in the roots and a command', facts('write', write('/work/a')), facts('exec'), true],
    ['a write elsewhere and a command', facts('write', write('/tmp/a')), facts('exec'), false],
    [
      'two commands that redirect into one file',
      facts('exec', write('/work/o')),
      facts('exec', write('/work/o')),
      true,
    ],
  ])('%s: %#', (_what, a, b, expected) => {
    expect([conflicts(a, b, roots), conflicts(b, a, roots)]).toEqual([expected, expected]);
  });
});
