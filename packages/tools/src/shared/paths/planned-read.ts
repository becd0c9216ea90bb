import type { Files } from '@toolstone/kernel';
import { PortError } from '@toolstone/kernel';
import type { FileRead } from '@toolstone/protocol';
import { MAX_WHOLE_TEXT_BYTES } from '../text-file/text-file.ts';
import type { Located } from './locate-file.ts';

/**
 * What a read will have seen, for an edit of the same file in the same batch. Nothing where the file cannot be read, or is
 * too large to be edited.
 */
export async function plannedRead(
  files: Pick<Files, 'hash'>,
  { real, stat }: Pick<Located, 'real' | 'stat'>,
): Promise<readonly FileRead[]> {
  if (stat?.kind !== 'file' || stat.bytes > MAX_WHOLE_TEXT_BYTES) return [];
  try {
    return [{ path: real, hash: await files.hash(real) }];
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return []; // the call itself says why
  }
}
