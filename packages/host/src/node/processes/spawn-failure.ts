import { stat } from 'node:fs/promises';
import { PortError, type ProcessStart } from '@toolstone/kernel';
import { isNulRefusal, toSystemPortError } from '../system-error.ts';

/** Why a process did not start. The system gives one code for a missing program and a missing directory: told apart here. */
export const spawnFailure = async (error: unknown, { cwd, run }: ProcessStart): Promise<unknown> => {
  if (isNulRefusal(error)) {
    const says = 'the command, its directory or its environment contains a NUL character';
    return new PortError('IO', says, { cause: error, nextStep: 'Leave the NUL character out' });
  }
  const directory = await stat(cwd).catch(() => null);
  if (directory === null)
    return new PortError('NOT_FOUND', `the working directory ${cwd} does not exist`, { path: cwd });
  if (!directory.isDirectory()) {
    return new PortError('NOT_A_DIRECTORY', `the working directory ${cwd} is not a directory`, { path: cwd });
  }
  return toSystemPortError(error, 'argv' in run ? run.argv[0] : 'bash');
};
