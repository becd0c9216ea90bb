/** A command of the prompt; what it does stands in `run-command.ts`. */
export interface SlashCommand {
  readonly name: string;
  readonly arguments: string;
  readonly help: string;
  /** Whether it would do something else, or nothing, while a turn runs. */
  readonly needsIdle?: boolean;
}

export const slashCommands = [
  { name: 'help', arguments: '', help: 'commands and keys' },
  { name: 'model', arguments: '[NAME]', help: 'which model answers; with a name, switch to it' },
  { name: 'models', arguments: '', help: 'the models that can be used' },
  { name: 'tools', arguments: '', help: 'the tools, and which of them ask first' },
  { name: 'call', arguments: 'TOOL [ARGUMENTS]', help: 'run a tool by hand, as a model would: JSON or a bare text' },
  {
    name: 'undo',
    arguments: '[TURN|list]',
    help: 'take back the file changes of a turn, the newest first',
    needsIdle: true,
  },
  { name: 'compact', arguments: '', help: 'replace older messages by a summary', needsIdle: true },
  { name: 'resume', arguments: '[ID]', help: 'go on with another workstream of this directory', needsIdle: true },
  { name: 'new', arguments: '', help: 'begin a new workstream', needsIdle: true },
  { name: 'name', arguments: 'TEXT', help: 'name this workstream' },
  { name: 'usage', arguments: '', help: 'tokens, cost and context of this workstream' },
  { name: 'policy', arguments: 'TOOL [ARGUMENTS]', help: 'which rule decides on a call, and why; it is not made' },
  { name: 'queue', arguments: '[clear]', help: 'what waits to be taken; clear withdraws it' },
  { name: 'thinking', arguments: '', help: 'show or fold what the model thinks' },
  { name: 'copy', arguments: '', help: 'copy the newest answer to the clipboard of the terminal' },
  { name: 'stop', arguments: '', help: 'stop the turn that runs' },
  { name: 'clear', arguments: '', help: 'clear the screen; the workstream stays as it is' },
  { name: 'quit', arguments: '', help: 'leave' },
] as const satisfies readonly SlashCommand[];

export type SlashCommandName = (typeof slashCommands)[number]['name'];

/** Other words for the same. */
export const commandAliases: Readonly<Record<string, SlashCommandName>> = {
  exit: 'quit',
  q: 'quit',
  '?': 'help',
  h: 'help',
  keys: 'help',
  m: 'model',
  sessions: 'resume',
  continue: 'resume',
  rename: 'name',
  cost: 'usage',
  tokens: 'usage',
  context: 'usage',
  cancel: 'stop',
  rewind: 'undo',
  condense: 'compact',
  permissions: 'policy',
};
