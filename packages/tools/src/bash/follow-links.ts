import { namedPaths, type PrepareContext } from '@toolstone/kernel';
import type { CommandFact, Touch } from '@toolstone/protocol';

type Files = Pick<PrepareContext['files'], 'realpath'>;

/** More words than this are not looked up. */
const MAX_NAMED_PATHS = 2_000;

/** Rules name real paths, so a redirection into a link is judged by where it leads. */
export const resolveTouches = (touches: readonly Touch[], files: Files): Promise<readonly Touch[]> =>
  Promise.all(touches.map(async (touch) => ({ ...touch, path: await realPath(touch.path, files) })));

/**
 * The commands with where their words lead that name links: a rule on `~/.ssh` holds for `cat link` too. With more words
 * than are looked up the commands are opaque: what cannot be looked at is asked about.
 */
export async function followNamedLinks(
  commands: readonly CommandFact[],
  { cwd, home, files }: { readonly cwd: string; readonly home: string; readonly files: Files },
): Promise<{ readonly commands: readonly CommandFact[]; readonly named?: readonly string[] }> {
  const written = namedPaths(commands, { cwd, home });
  if (written.length > MAX_NAMED_PATHS) return { commands: commands.map((command) => ({ ...command, opaque: true })) };
  const real = await Promise.all(written.map((path) => realPath(path, files)));
  const named = new Set(real.filter((path, index) => path !== written[index]));
  return named.size === 0 ? { commands } : { commands, named: [...named] };
}

async function realPath(path: string, files: Files): Promise<string> {
  try {
    return await files.realpath(path);
  } catch {
    return path; // what cannot be resolved is judged as it is written
  }
}
