import type { ToolMeta } from './define-tool.ts';

export interface Directories {
  readonly workingDir: string;
  /** `tools.workspace_dir`, where the operator configured one. */
  readonly workspaceDir?: string | undefined;
}

/** Adds the sentences that name the working and the workspace directory; a note without its directory is left out. */
export function withDirectoryNotes(
  description: string,
  meta: ToolMeta,
  { workingDir, workspaceDir }: Directories,
): string {
  const notes = [
    meta.cwdNote && workingDir ? meta.cwdNote.replaceAll('{working_dir}', workingDir) : '',
    meta.workspaceNote && workspaceDir ? meta.workspaceNote.replaceAll('{workspace_dir}', workspaceDir) : '',
  ];
  return [description, ...notes].filter((sentence) => sentence !== '').join(' ');
}
