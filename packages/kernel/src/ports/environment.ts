import type { ContentState, Isolation } from '@toolstone/protocol';

/** Where a workstream's tools act. All paths are absolute. */
export interface Environment {
  readonly files: Files;
  readonly processes: Processes;
  /** Directories that the work is about; the first is the working directory's own root. */
  readonly roots: readonly string[];
  readonly cwd: string;
  readonly home: string;
  /** What `processes` uses when a start names none. */
  readonly isolation: Isolation;
}

export interface FileStat {
  readonly kind: 'file' | 'directory' | 'device' | 'fifo' | 'socket' | 'other';
  readonly bytes: number;
  /** Permission bits, `0o7777` at most. */
  readonly mode: number;
  readonly modifiedMs: number;
  /** Device and inode: equal for two names of one file. */
  readonly identity: string;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: FileStat['kind'] | 'symlink';
}

/** Files of an environment. Every method rejects with a `PortError`. */
export interface Files {
  /** Follows symbolic links; null where nothing is. */
  stat(path: string): Promise<FileStat | null>;
  list(path: string): Promise<readonly DirectoryEntry[]>;
  /** Resolves symbolic links; of a path that does not exist, the links of its nearest existing ancestor. */
  realpath(path: string): Promise<string>;
  /**
   * At most `length` bytes from `offset`; fewer only at the end of the file. Refuses what is not a regular file.
   * `into`, of `length` bytes at least, may be used to hold the result: for a reader of many pieces, fresh memory for each
   * costs more than the reading.
   */
  readAt(path: string, offset: number, length: number, into?: Uint8Array): Promise<Uint8Array>;
  /** SHA-256 of the whole content in hex, read in bounded memory; `absent` where there is no file. */
  hash(path: string): Promise<ContentState>;
  /**
   * Replaces the whole content in one step (write beside, sync, rename), or removes the file where `bytes` is null.
   * Creates missing parent directories. Keeps owner and, unless `mode` is given, permission bits.
   * Rejects with `CHANGED` where the content is not what `expect` says.
   */
  replace(
    path: string,
    bytes: Uint8Array | null,
    options: { readonly expect: ContentState; readonly mode?: number },
  ): Promise<{ readonly before: ContentState; readonly after: ContentState }>;
}

export interface ProcessLimits {
  /** Ended with everything it started after so long. */
  readonly timeoutMs?: number;
}

export interface ProcessStart {
  /** A program with its arguments, or a script for `bash`. */
  readonly run: { readonly argv: readonly [string, ...string[]] } | { readonly script: string };
  readonly cwd: string;
  /** The whole environment of the process; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: ProcessLimits;
  readonly isolation?: Isolation;
  /** Whether an isolated process may reach the network; true when absent. */
  readonly network?: boolean;
  /**
   * Marks the process and all its descendants, so that they can be found and ended: a path that begins with something
   * unique to the owner, such as the workstream's id (`ws_…/r7/t2`).
   */
  readonly ownerScope: string;
  /** `pipe` lets `write` feed it; the default is an empty standard input. */
  readonly stdin?: 'empty' | 'pipe';
}

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it ended, where it did not end by itself. */
  readonly endedBy: 'itself' | 'timeout' | 'kill';
}

/** A process group of its own. When the process exits, every descendant is ended too. */
export interface RunningProcess {
  readonly pid: number;
  readonly isolation: Isolation;
  /**
   * For one reader. Ends when the process has exited and what it had written has been read; a descendant cannot hold it
   * open. A reader that is behind makes the process wait; one that stops early has the rest dropped.
   */
  readonly output: AsyncIterable<OutputChunk>;
  /** Settles on the exit of the process itself, with all descendants gone. */
  readonly exited: Promise<ProcessExit>;
  /** Settles when the pipe has taken the bytes; rejects with a `PortError` where nobody reads them any more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the standard input, as the end of a file does. */
  endInput(): Promise<void>;
  /** Ends the process and all descendants: TERM, then KILL after `graceMs` (0: KILL at once). */
  kill(graceMs?: number): Promise<void>;
}

export interface Processes {
  start(start: ProcessStart): Promise<RunningProcess>;
  /** The environment for commands, with secrets removed. */
  commandEnvironment(): Readonly<Record<string, string>>;
  /**
   * Ends every process that carries the mark of the scope or of one below it, those of an earlier run of ours too. False
   * where one of them could not be ended.
   */
  endScope(ownerScope: string): Promise<boolean>;
}

export type PortErrorCode =
  | 'NOT_FOUND'
  | 'FORBIDDEN'
  | 'IS_DIRECTORY'
  | 'NOT_A_DIRECTORY'
  | 'NOT_A_FILE'
  | 'READ_ONLY'
  | 'NO_SPACE'
  | 'CHANGED'
  | 'TOO_LARGE'
  | 'UNAVAILABLE'
  | 'IO';

/** How a port says no. Everything else that it throws is a defect. */
export class PortError extends Error {
  override readonly name = 'PortError';
  readonly code: PortErrorCode;
  readonly path: string | undefined;
  /** What the reader can do, where it is more than the code alone says. */
  readonly nextStep: string | undefined;

  constructor(
    code: PortErrorCode,
    message: string,
    options: { path?: string; cause?: unknown; nextStep?: string } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.path = options.path;
    this.nextStep = options.nextStep;
  }
}
