import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Where everything that outlives a process is kept. Paths alone: nothing is created before it is needed. */
export interface DataDirectory {
  readonly path: string;
  readonly configFile: string;
  readonly policyFile: string;
  readonly trustFile: string;
  readonly databaseFile: string;
  readonly blobs: string;
  readonly logs: string;
  /** Sockets of running processes. */
  readonly run: string;
}

/** `$TOOLSTONE_HOME`, or `.toolstone` in the home directory. Who creates it gives it mode 0700. */
export function dataDirectoryOf(env: Readonly<Record<string, string | undefined>>, home: string): DataDirectory {
  const named = env['TOOLSTONE_HOME'];
  const path = named === undefined || named === '' ? join(home, '.toolstone') : resolve(expandHome(named, home));
  return {
    path,
    configFile: join(path, 'config.toml'),
    policyFile: join(path, 'policy.toml'),
    trustFile: join(path, 'trust.json'),
    databaseFile: join(path, 'toolstone.db'),
    blobs: join(path, 'blobs'),
    logs: join(path, 'logs'),
    run: join(path, 'run'),
  };
}

const expandHome = (path: string, home: string): string =>
  path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : path;

/** The nearest directory, from `cwd` upwards, with a `.toolstone/` of its own; undefined where there is none. */
export function findProjectDirectory(cwd: string, data: DataDirectory): string | undefined {
  if (!isAbsolute(cwd)) return undefined;
  for (let directory = cwd; ; directory = dirname(directory)) {
    const candidate = join(directory, '.toolstone');
    // The data directory has the same name and lies in the home directory: it is no project.
    if (isDirectory(candidate) && !isSame(candidate, data.path)) return directory;
    if (directory === dirname(directory)) return undefined;
  }
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isSame = (one: string, other: string): boolean => existsSync(other) && realpathSync(one) === realpathSync(other);
