import type { Program } from '../compose.ts';
import type { TerminalFacts } from '../node/terminal/terminal-facts.ts';
import type { OpenedWorkstream, Workstreams } from './terminal-session.ts';

export interface RunTerminalOptions {
  readonly program: Program;
  readonly facts: TerminalFacts;
  readonly workstreams: Workstreams;
  readonly opened: OpenedWorkstream;
  /** Sent at once, as if it had been typed. */
  readonly prompt: string;
  /** Whether the list of workstreams is shown at the start. */
  readonly picksWorkstream: boolean;
}
