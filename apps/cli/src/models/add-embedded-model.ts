import type { DataDirectory } from '@toolstone/host';
import { type ExitCode, exitCode } from '../exit-code.ts';

export async function addEmbeddedModel(
  _file: string,
  _options: { readonly data: DataDirectory; readonly isConsented: boolean },
): Promise<ExitCode> {
  return exitCode.failed;
}
