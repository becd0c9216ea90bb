import type { Session } from '../session/session.ts';

/** What the terminal can do with workstreams, bound to the program by whoever starts it. */
export interface Workstreams {
  /** A new one, which is dropped again when nothing was ever said in it. */
  create(): Promise<OpenedWorkstream>;
  open(idOrName: string): Promise<OpenedWorkstream>;
  list(): Promise<
    readonly {
      readonly id: string;
      readonly name: string;
      readonly updatedAt: string;
      readonly state: string;
      readonly tokens: number;
    }[]
  >;
}

export interface OpenedWorkstream {
  readonly session: Session;
  readonly name: string;
  close(): Promise<void>;
}
