import type { FileStat, Files } from '@toolstone/kernel';
import { baseName, displayPath, joinPath, type PathBase, parentPath, resolvePath } from './resolve-path.ts';

/** What a path of a call leads to. */
export interface Located {
  /** Absolute, as the model named it. */
  readonly path: string;
  /** Absolute, with all links resolved: the key of guards and plans. */
  readonly real: string;
  /** As the model and the person see it. */
  readonly shown: string;
  /** True where the last part of the path itself is a symbolic link. */
  readonly isLink: boolean;
  readonly stat: FileStat | null;
}

/** Finds out what a path of a call leads to, without reading it. Rejects with a `PortError`. */
export async function locateFile(
  files: Pick<Files, 'stat' | 'realpath'>,
  path: string,
  base: PathBase,
): Promise<Located> {
  const absolute = resolvePath(path, base);
  const real = await files.realpath(absolute);
  const stat = await files.stat(real);
  const isLink = real !== absolute && real !== joinPath(await files.realpath(parentPath(absolute)), baseName(absolute));
  return { path: absolute, real, shown: displayPath(absolute, base.cwd), isLink, stat };
}
