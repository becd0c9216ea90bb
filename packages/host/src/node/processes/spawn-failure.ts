import { stat } from 'node:fs/promises';
import { PortError, type ProcessStart } from '@toolstone/kernel';
import { errnoOf, isNulRefusal, toSystemPortError } from '../system-error.ts';

/** Why a process did not start. The system gives one code for a missing program and a missing directory: told apart here. */
export const spawnFailure = async (error: unknown, { cwd, run }: ProcessStart): Promise<unknown> => {
  if (isNulRefusal(error)) {
    const says = 'the command, its directory or its environment contains a NUL character';
    return new PortError('IO', says, { cause: error, nextStep: 'Leave the NUL character out' });
  }
  const directory = await stat(cwd).catch(() => null);
  if (directory === null || !directory.isDirectory()) {
    const [code, says] =
      directory === null
        ? (['NOT_FOUND', 'does not exist'] as const)
        : (['NOT_A_DIRECTORY', 'is not a directory'] as const);
    const nextStep = 'Start the command in a directory that exists';
    return new PortError(code, `the working directory ${cwd} ${says}`, { path: cwd, nextStep });
  }
  const program = 'argv' in run ? run.argv[0] : 'bash';
  if (errnoOf(error) !== 'ENOENT') return toSystemPortError(error, program);
  return new PortError('NOT_FOUND', `the program ${program} does not exist or is not on the PATH`, {
    cause: error,
    nextStep: 'Check the name, or install the program',
  });
};
