const SHELL_TOOL = 'bash';

/** `!COMMAND` as the call that it stands for. */
export const shellCall = (command: string): { readonly tool: string; readonly arguments: string } => ({
  tool: SHELL_TOOL,
  arguments: JSON.stringify({ command }),
});

/** A call by hand as a person would have typed it. */
export function showCall(tool: string, args: string): string {
  const command = /^\{"command":("(?:[^"\\]|\\.)*")\}$/.exec(args)?.[1];
  if (tool === SHELL_TOOL && command !== undefined) return `!${JSON.parse(command)}`;
  return `/call ${tool} ${args}`.trimEnd();
}
