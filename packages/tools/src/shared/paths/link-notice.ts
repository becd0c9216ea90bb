import type { View } from '@toolstone/protocol';
import type { Located } from './locate-file.ts';
import { displayPath } from './resolve-path.ts';

/** Tells a person that what is written is not what the path names. */
export function linkNotice({ isLink, shown, real }: Located, cwd: string): readonly View[] {
  if (!isLink) return [];
  const target = displayPath(real, cwd);
  return [{ type: 'notice', level: 'warning', text: `${shown} is a symbolic link: ${target} is written` }];
}
