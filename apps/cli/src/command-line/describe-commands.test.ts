import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../program.ts';
import { examples } from './examples.ts';

const tree = (command: Command, path: string): readonly { readonly path: string; readonly command: Command }[] => [
  { path, command },
  ...command.commands.flatMap((child) => tree(child, `${path} ${child.name()}`)),
];
const all = tree(
  createProgram(() => undefined),
  'toolstone',
);

describe('the help of', () => {
  it.each(all)('$path says what it does, each option, and an example that it takes', ({ path, command }) => {
    expect(command.description()).not.toBe('');
    for (const option of command.options)
      expect([option.flags, option.description !== '']).toEqual([option.flags, true]);
    const shown = examples[path] ?? [];
    expect(shown).not.toEqual([]);
    const longs = new Set(
      [command, ...parents(command)].flatMap(({ options }) => options.flatMap(({ long, short }) => [long, short])),
    );
    for (const line of shown) {
      expect(line).toContain(path);
      for (const [flag] of line.replace(/"[^"]*"/g, '').matchAll(/(?<=\s)--?[a-z][a-z-]*/g))
        expect([line, longs.has(flag)]).toEqual([line, true]);
    }
  });

  it('no command that is not there', () => {
    expect(Object.keys(examples).sort()).toEqual(all.map(({ path }) => path).sort());
  });
});

const parents = ({ parent }: Command): readonly Command[] => (parent ? [parent, ...parents(parent)] : []);
