import type { Failure } from '@toolstone/protocol';
import { type ExitCode, exitCode } from './exit-code.ts';

/** Ends a command with one clear line on standard error. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly failure: Failure;
  readonly exitCode: ExitCode;

  constructor(failure: Failure, code: ExitCode = exitCode.usage) {
    super(`${failure.message}. ${failure.nextStep}`);
    this.failure = failure;
    this.exitCode = code;
  }
}

export const usageFailure = (message: string, nextStep: string): CommandFailure =>
  new CommandFailure({ code: 'USAGE_INVALID', message, nextStep }, exitCode.usage);
