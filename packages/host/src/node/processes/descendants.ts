import type { Mark } from './mark.ts';

export interface DescendantsTarget {
  /** Pid of the process that was started; it leads a group and a session of its own. */
  readonly leader: number;
  readonly mark: Mark;
  readonly startedMs: number;
  readonly nowMs: () => number;
  /** Whether a pid leads another process of this port, which is ended for its own sake. */
  readonly isOtherLeader: (pid: number) => boolean;
}

/** What a process started, directly or not. */
export interface Descendants {
  /** A cheap proof that the process, which has just exited, left nothing behind; false where it may have. */
  isAlone(): boolean;
  /** Ends all with KILL and settles when they are gone. */
  end(): Promise<void>;
  /** The same at once and as far as it goes: for the moment in which this process itself ends. */
  endNow(): void;
  /** Signals what runs inside the two processes that a sandbox consists of. */
  signalInside(signal: NodeJS.Signals): void;
}

export type DescendantsOf = (target: DescendantsTarget) => Descendants;
