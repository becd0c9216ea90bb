import type { SearchPlan } from './plan.ts';

export const MAX_MATCHES_PER_FILE = 100;
/** Bytes of a line that ripgrep prints. */
const MAX_LINE_BYTES = 1024;

/** Directories that hold what others made: they are searched only where the path names them. */
const excludedDirectories: readonly string[] =
  '.git node_modules target __pycache__ .mypy_cache .ruff_cache .pytest_cache dist build *.egg-info .tox .venv venv vendor'.split(
    ' ',
  );

/** Look-around, back references and atomic groups: what ripgrep's own engine does not have. */
const NEEDS_PCRE2 = /\(\?(?:<?[=!]|>)|\\[1-9]|\\[kg][<{'\d]/;

const caseFlags = { sensitive: '--case-sensitive', insensitive: '--ignore-case', smart: '--smart-case' } as const;

/** The arguments after the program's name. Query and path can never be read as options. */
export function ripgrepArguments(plan: SearchPlan): readonly string[] {
  const output = plan.filesOnly
    ? ['--files-with-matches']
    : [
        '--line-number',
        '--with-filename',
        '--no-heading',
        `--max-count=${MAX_MATCHES_PER_FILE}`,
        `--max-columns=${MAX_LINE_BYTES}`,
        '--max-columns-preview',
        '--no-context-separator',
        ...(plan.context > 0 ? [`--context=${plan.context}`] : []),
      ];
  return [
    '--no-config',
    '--no-messages',
    '--color=never',
    '--hidden',
    '--crlf',
    // A path ends with NUL, so that it may hold colons and line ends.
    '--null',
    ...(NEEDS_PCRE2.test(plan.query) ? ['--pcre2'] : []),
    caseFlags[plan.case],
    ...(plan.multiline ? ['--multiline'] : []),
    ...output,
    ...(plan.isFile ? [] : ['--max-filesize=10M']),
    ...excludedDirectories.map((directory) => `--glob=!${directory}`),
    ...(plan.glob === null ? [] : [`--glob=${anywhere(plan.glob)}`]),
    `--regexp=${plan.query}`,
    '--',
    plan.target,
  ];
}

/** A pattern with a slash holds at any depth, whether it was meant from the working directory or from the path. */
function anywhere(glob: string): string {
  const isNegated = glob.startsWith('!');
  const pattern = isNegated ? glob.slice(1) : glob;
  const isAnchored = !pattern.slice(0, -1).includes('/') || /^(\*\*)?\//.test(pattern);
  return `${isNegated ? '!' : ''}${isAnchored ? pattern : `**/${pattern.replace(/^\.\//, '')}`}`;
}
