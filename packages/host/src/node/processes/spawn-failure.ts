import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { PortError, type ProcessStart } from '@toolstone/kernel';
import { toSystemPortError } from '../system-error.ts';

/** Why a process did not start. The system gives one code for a missing program and a missing directory: told apart here. */
export const spawnFailure = async (child: ChildProcess, { cwd, run }: ProcessStart): Promise<unknown> => {
  const [error] = await once(child, 'error').then(
    (values: readonly unknown[]) => values,
    (thrown: unknown) => [thrown],
  );
  const directory = await stat(cwd).catch(() => null);
  if (directory === null)
    return new PortError('NOT_FOUND', `the working directory ${cwd} does not exist`, { path: cwd });
  if (!directory.isDirectory()) {
    return new PortError('NOT_A_DIRECTORY', `the working directory ${cwd} is not a directory`, { path: cwd });
  }
  return toSystemPortError(error, 'argv' in run ? run.argv[0] : 'bash');
};
