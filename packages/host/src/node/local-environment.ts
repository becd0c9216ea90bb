import { homedir, tmpdir } from 'node:os';
import { resolve } from 'node:path';
import type { Environment, Files } from '@toolstone/kernel';
import type { Isolation } from '@toolstone/protocol';
import { freeName } from './files/free-name.ts';
import { createLocalFiles } from './files/local-files.ts';
import { createLocalProcesses } from './processes/local-processes.ts';

export interface LocalEnvironmentOptions {
  readonly cwd: string;
  /** The working directory alone when absent. */
  readonly roots?: readonly string[];
  readonly home?: string;
  /** `none` when absent. */
  readonly isolation?: Isolation;
  /**
   * Directories beside the roots and the temporary ones in which isolated commands may write, such as caches. `~` stands
   * for the home directory, and what is relative counts from the working directory; so too for `hidden`.
   */
  readonly writable?: readonly string[];
  /** Directories that isolated commands see empty. */
  readonly hidden?: readonly string[];
  /** Variables that commands get although their names look like those of secrets. */
  readonly passthrough?: readonly string[];
  /** Where the environment of commands comes from; this process's own when absent. */
  readonly source?: Readonly<Record<string, string | undefined>>;
  /** One for all environments of a process, so that their writes to one path take turns. */
  readonly files?: Files;
}

/** The environment of this machine: its files, and its processes with or without bubblewrap around them. */
export const createLocalEnvironment = (options: LocalEnvironmentOptions): Environment => {
  const cwd = resolve(options.cwd);
  const roots = (options.roots ?? [cwd]).map((root) => resolve(root));
  const isolation = options.isolation ?? 'none';
  const source = options.source ?? process.env;
  const home = options.home ?? homedir();
  const place = (path: string): string => resolve(cwd, path.replace(/^~(?=\/|$)/, home));
  const files = options.files ?? createLocalFiles();
  const temporary = [...new Set(['/tmp', '/var/tmp', tmpdir(), ...(source['TMPDIR'] ? [source['TMPDIR']] : [])])];
  return {
    files: { ...files, realpath: async (path) => freeName(path, cwd) ?? files.realpath(path) },
    processes: createLocalProcesses({
      source,
      passthrough: options.passthrough ?? [],
      isolation,
      workspace: {
        writable: [...roots, ...(options.writable ?? []).map(place)],
        hidden: (options.hidden ?? []).map(place),
        temporary,
        path: source['PATH'] ?? '/usr/bin:/bin',
      },
    }),
    roots,
    cwd,
    home,
    isolation,
  };
};
