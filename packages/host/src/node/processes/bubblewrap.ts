import { execFile } from 'node:child_process';
import { constants, existsSync, realpathSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import { PortError } from '@toolstone/kernel';

export interface WorkspaceIsolation {
  /** Directories in which an isolated process may write, the temporary ones aside. */
  readonly writable: readonly string[];
  /** Directories that an isolated process sees empty, such as the one with Toolstone's own sockets. */
  readonly hidden: readonly string[];
  /** Where `bwrap` is looked for: the value of `PATH`. */
  readonly path: string;
  readonly temporary: readonly string[];
}

export interface Sandbox {
  /** The command line that runs another one isolated; rejects with `UNAVAILABLE` where this host cannot. */
  wrap(argv: readonly string[], options: { readonly network: boolean }): Promise<readonly [string, ...string[]]>;
}

/**
 * Sockets of services that would act for a process outside its sandbox: a container engine, the system's own manager and
 * a terminal multiplexer start anything anywhere. A read-only mount does not keep a process from connecting.
 */
const servicesOutside = (userId: number): readonly string[] => [
  '/run/docker.sock',
  '/run/containerd/containerd.sock',
  '/run/crio/crio.sock',
  '/run/podman/podman.sock',
  '/run/dbus/system_bus_socket',
  '/run/systemd/private',
  '/run/screen',
  `/run/user/${userId}/bus`,
  `/run/user/${userId}/docker.sock`,
  `/run/user/${userId}/podman/podman.sock`,
  `/run/user/${userId}/systemd/private`,
  `/tmp/tmux-${userId}`,
];

/**
 * What root keeps in the sandbox: the rights over files and users that package managers use. Not those by which root
 * would get out again: to mount, to load modules, to open files by handle, to make device nodes, to trace.
 */
const rootKeeps = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETUID', 'SETGID', 'KILL', 'NET_BIND_SERVICE'];

const TURN_OFF = 'set bash.isolation = "none" in config.toml to run commands without isolation';

/** The sandbox `workspace` over bubblewrap: everything readable, writes only where they are wanted, own processes only. */
export const createBubblewrap = (isolation: WorkspaceIsolation): Sandbox => {
  const userId = process.getuid?.() ?? -1;
  let ready: Promise<readonly [string, ...string[]]> | null = null;

  const prepare = async (): Promise<readonly [string, ...string[]]> => {
    const program = await findProgram(isolation.path);
    const line: readonly [string, ...string[]] = [program, ...fixedArguments(isolation, userId)];
    await tryOut([...line, '--', 'true']);
    return line;
  };

  return {
    async wrap(argv, { network }) {
      // Only success is remembered, so that installing bubblewrap needs no restart.
      ready ??= prepare().catch((error: unknown) => {
        ready = null;
        throw error;
      });
      const line = await ready;
      // What is hidden may have come since the last start.
      const covers = [...isolation.hidden, ...servicesOutside(userId)].flatMap(coverArguments);
      return [...line, ...covers, ...(network ? [] : ['--unshare-net']), '--', ...argv];
    },
  };
};

const fixedArguments = ({ writable, temporary }: WorkspaceIsolation, userId: number): readonly string[] => {
  const rights =
    userId === 0 ? ['--cap-drop', 'ALL', ...rootKeeps.flatMap((name) => ['--cap-add', `CAP_${name}`])] : [];
  // A mount point that is a link would be looked for outside the sandbox that is being built.
  const places = [...temporary, ...writable].map((path) => resolveExisting(path) ?? path);
  return [
    ...['--die-with-parent', '--unshare-pid', '--unshare-ipc', ...rights],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...outermost(places).flatMap((path) => ['--bind-try', path, path]),
  ];
};

/** An empty directory over a directory, nothing readable over anything else. */
const coverArguments = (path: string): readonly string[] => {
  const real = resolveExisting(path);
  if (real === null) return [];
  return statSync(real, { throwIfNoEntry: false })?.isDirectory()
    ? ['--tmpfs', real]
    : ['--ro-bind', '/dev/null', real];
};

const resolveExisting = (path: string): string | null => {
  // Most are missing, and an error takes ten times as long to make as the look itself.
  if (!existsSync(path)) return null;
  try {
    return realpathSync.native(path);
  } catch {
    return null; // missing or out of reach: for a command too
  }
};

/** The directories that lie in none of the others: each mount costs time. */
const outermost = (paths: readonly string[]): readonly string[] => {
  const distinct = [...new Set(paths)].filter((path) => isAbsolute(path));
  return distinct.filter((path) => !distinct.some((other) => other !== path && isWithin(path, other)));
};

const isWithin = (path: string, directory: string): boolean => {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way);
};

const findProgram = async (path: string): Promise<string> => {
  if (process.platform !== 'linux') {
    throw unavailable('needs bubblewrap, which exists on Linux only', `To go without it, ${TURN_OFF}`);
  }
  for (const directory of path.split(delimiter).filter(isAbsolute)) {
    const candidate = join(directory, 'bwrap');
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  throw unavailable(
    'needs bubblewrap (bwrap), which is not installed',
    `Install it (apt install bubblewrap, dnf install bubblewrap), or ${TURN_OFF}`,
  );
};

const tryOut = ([program = '', ...rest]: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(program, rest, { timeout: 10_000 }, (error, _stdout, stderr) => {
      if (error === null) return resolve();
      const says = stderr.trim().split('\n').at(-1) || error.message;
      reject(unavailable(`is not possible here: ${says}`, `Allow user namespaces on this host, or ${TURN_OFF}`));
    });
  });

const unavailable = (says: string, nextStep: string): PortError =>
  new PortError('UNAVAILABLE', `isolation "workspace" ${says}`, { nextStep });
