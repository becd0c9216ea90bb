import { type ExitCode, exitCode } from '../exit-code.ts';

export async function runInteractive(_prompt: string, _flags: unknown): Promise<ExitCode> {
  return exitCode.failed;
}
