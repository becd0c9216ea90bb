import type { ShellWord } from './shell-words.ts';

/** Settings of `git -c` that only change what is shown. */
const harmlessSetting = /^(color|advice|column)\.|^core\.quotepath=|^user\.(name|email)=|^init\.defaultbranch=/i;

const globalValues = new Set(['-C', '--git-dir', '--work-tree', '--namespace', '--super-prefix']);

/** Options of any subcommand that name a program: editors and pagers, the other end of a transport. */
const runningOption =
  /^--(exec|extcmd|upload-pack|receive-pack|open-files-in-pager|tree-filter|index-filter)(=|$)|^ext::/;

/** The same by subcommand, where the letter or word means something else elsewhere. */
const runningWords: ReadonlyMap<string, RegExp> = new Map([
  ['bisect', /^run$/],
  ['clone', /^(-u|-c|--config(=|$))/],
  ['difftool', /^-x/],
  ['fetch', /^--config/],
  ['filter-branch', /./],
  ['grep', /^-O/],
  ['rebase', /^-x/],
  ['submodule', /^foreach$/],
]);

/**
 * Whether the arguments of git may make it run another program. `git -c` can name pagers, aliases and hooks; a word that
 * is not known before the subcommand may be such an option.
 */
export function hidesGitCommand(args: readonly ShellWord[]): boolean {
  let index = 0;
  for (; index < args.length; index += 1) {
    const word = args[index];
    if (word === null || word === undefined) return true;
    if (!word.startsWith('-')) break;
    if (word === '-c') {
      index += 1;
      if (!harmlessSetting.test(args[index] ?? '')) return true;
    } else if (globalValues.has(word)) index += 1;
    else if (/^(-c|--config-env|--exec-path=)/.test(word)) return true;
  }
  const [subcommand, ...rest] = args.slice(index);
  const own = runningWords.get(subcommand ?? '');
  return rest.some((word) => word !== null && (runningOption.test(word) || own?.test(word) === true));
}
