import type { Failure } from '@toolstone/protocol';
import { PortError, type PortErrorCode } from './ports/environment.ts';

const nextSteps: Record<PortErrorCode, string> = {
  NOT_FOUND: 'Check the path; list its directory to see what is there',
  FORBIDDEN: 'The permissions do not allow it; choose another path or ask the person',
  IS_DIRECTORY: 'Name a file inside it',
  NOT_A_DIRECTORY: 'A part of the path is a file; check the path',
  NOT_A_FILE: 'Only regular files can be read or written',
  READ_ONLY: 'The file system is mounted read-only; choose another path or ask the person',
  NO_SPACE: 'The disk is full; free some space and call again',
  CHANGED: 'Read the file again, then repeat the change on what it now says',
  TOO_LARGE: 'Ask for a part of it',
  UNAVAILABLE: 'What it needs is not there; see the message',
  IO: 'Try again; if it stays so, the disk or the file system has a problem',
};

/** The expected failure in what was thrown, or undefined where it is a defect. */
export function portFailure(error: unknown): Failure | undefined {
  if (!(error instanceof PortError)) return undefined;
  return { code: `FILE_${error.code}`, message: error.message, nextStep: error.nextStep ?? nextSteps[error.code] };
}

/**
 * The one place where anything thrown becomes a failure. A defect keeps its text out of the model's sight; `report` gets it
 * whole.
 */
export function toFailure(error: unknown, doing: string, report: (error: unknown, doing: string) => void): Failure {
  const expected = portFailure(error);
  if (!expected) report(error, doing);
  return (
    expected ?? {
      code: 'INTERNAL_DEFECT',
      message: `${doing} failed inside the program`,
      nextStep: 'Sibling calls were not affected. Do not repeat the same call; try another way or tell the person',
    }
  );
}
