// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, place } from './shell.fixture.ts';

const pieces = [
  ...['qqa', 'qqb', 'qqc', '1', 'x[', ']', 'f', 'g', '~', '*', '-', '+', '=', ',', '#', ' ', ' ', '\t', '\\\n'],
  ...[';', '&&', '||', '|', '\n', '&', '! ', 'time ', '(', ')', '((', '))', '{ ', '; }', '{', '}'],
  ...['$(', '`', '<(', '$((', '$x', 'x=', '${x:-', '"', "'", "$'", '\\', '<<<', '<<E\n', '\nE\n'],
  ...['if ', '; then ', '; else ', '; fi', 'case x in x) ', ';; esac', 'for x in 1; do ', '; done', '[[ -n ', ' ]]'],
  ...['f() ', 'function g ', 'eval ', 'command ', 'builtin ', 'exec ', 'env ', 'sh -c ', 'bash -c '],
  ...['>/dev/null ', '2>&1 ', '>&2 '],
];

/** The names of the programs that bash looks for when it runs each line with none to be found. */
function whatBashRuns(lines: readonly string[]): readonly (readonly string[])[] {
  const quote = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;
  // A program that is not found is told on descriptor 9, which no line names; each line has a shell of its own.
  // What a line leaves running may tell later, so that everything told carries the number of its line.
  const script = [
    'exec 9>&1 1>/dev/null 2>/dev/null </dev/null',
    `command_not_found_handle() { printf '%s\\0%s\\0' "$ORACLE_LINE" "$1" >&9; return 1; }`,
    'sh() { /bin/bash "$@"; }; bash() { /bin/bash "$@"; }',
    'export -f command_not_found_handle sh bash',
    ...lines.map((line, index) => `( export ORACLE_LINE=${index}; eval ${quote(line)}; wait ); wait`),
  ].join('\n');
  const told = execFileSync('/bin/bash', ['--norc', '-c', script], {
    env: { HOME: place.home, PATH: '/nowhere' },
    cwd: '/',
    encoding: 'utf8',
    timeout: 60_000,
  }).split('\0');
  const runs: string[][] = lines.map(() => []);
  for (let at = 0; at + 1 < told.length; at += 2) runs[Number(told[at])]?.push(told[at + 1] ?? '');
  return runs;
}

// ORACLE_SEED and ORACLE_RUNS (up to 12,000) look elsewhere and longer.
it('bash runs no program that was not found in the text, unless something was opaque', () => {
  const line = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
  const lines = fc
    .sample(line, {
      numRuns: Number(process.env['ORACLE_RUNS'] ?? 4_000),
      seed: Number(process.env['ORACLE_SEED'] ?? 11),
    })
    .filter((text) => {
      const { commands, syntaxError } = parse(text);
      return syntaxError === undefined && !commands.some((command) => command.opaque);
    });
  expect(lines.length).toBeGreaterThan(200);
  const runs = whatBashRuns(lines);
  expect(runs.flat().length).toBeGreaterThan(200);
  const missed = runs.flatMap((ran, index) => {
    const text = lines[index] ?? '';
    // Wrappers are facts of what they run.
    const found = new Set<string | null | undefined>(['sh', 'bash', 'env', 'time']);
    for (const { name, program } of parse(text).commands) found.add(name).add(program);
    const names = ran.filter((name) => !found.has(name) && !found.has(name.slice(name.lastIndexOf('/') + 1)));
    return names.length === 0 ? [] : [{ text, names, found: [...found] }];
  });
  expect(missed).toEqual([]);
});
