import type { AnyTool } from '@toolstone/kernel';
import { bash } from './bash/index.ts';
import { bashOutput } from './bash-output/index.ts';
import { diffFile } from './diff-file/index.ts';
import { editFile } from './edit-file/index.ts';
import { getCurrentTime } from './get-current-time/index.ts';
import { killShell } from './kill-shell/index.ts';
import { readFile } from './read-file/index.ts';
import { search } from './search/index.ts';
import { workspaceRead } from './workspace-read/index.ts';
import { writeFile } from './write-file/index.ts';

export { type AttachedImage, loadAttachment } from './load-attachment.ts';
export { findRipgrep } from './node/ripgrep.ts';
export type { ShellInfo } from './shared/background-shells/background-shell.ts';
export {
  type BackgroundShells,
  backgroundShells,
  createBackgroundShells,
} from './shared/background-shells/background-shells.ts';
export { describeState } from './shared/background-shells/describe-state.ts';
export { bash, bashOutput, diffFile, editFile, getCurrentTime, killShell, readFile, search, workspaceRead, writeFile };

/** The built-in tools in the order in which a model is told of them. */
export const builtInTools: readonly AnyTool[] = [
  bash,
  bashOutput,
  killShell,
  readFile,
  writeFile,
  editFile,
  diffFile,
  search,
  getCurrentTime,
  workspaceRead,
];
