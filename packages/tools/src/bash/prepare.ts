import { type PrepareContext, type Prepared, parseShellCommand } from '@toolstone/kernel';
import type { Failure } from '@toolstone/protocol';
import { findDanger } from './dangerous-command.ts';
import { followNamedLinks, resolveTouches } from './follow-links.ts';
import { looseCommands } from './loose-commands.ts';
import type { BashPlan } from './plan.ts';

const MAX_HEADER_CHARS = 160;

export interface BashInput {
  readonly command: string;
  readonly timeout?: number | undefined;
  readonly stop_on_error: boolean;
  readonly run_in_background: boolean;
}

/** Reads the command without running anything of it. */
export async function prepareBash(input: BashInput, context: PrepareContext): Promise<Prepared<BashPlan>> {
  const { command } = input;
  const failure = checkText(command);
  if (failure) return { status: 'refused', failure };
  const { cwd, home, settings } = context;
  const facts = parseShellCommand(command, { cwd, home });
  // A text that the grammar does not take is one opaque command; the guard still looks at its words.
  const guarded = facts.syntaxError === undefined ? facts : { commands: looseCommands(command), touches: [] };
  const danger = findDanger(guarded, { command, cwd, home });
  if (danger !== undefined) return { status: 'refused', failure: dangerous(danger) };
  return {
    status: 'ready',
    header: header(command, input.run_in_background),
    preview: [{ type: 'command', command, cwd }],
    plan: {
      command,
      cwd,
      stopOnError: input.stop_on_error,
      isolation: settings.isolation,
      network: settings.network,
      timeoutSeconds: input.run_in_background ? null : (input.timeout ?? settings.timeoutSeconds),
    },
    touches: await resolveTouches(facts.touches, context.files),
    hosts: facts.hosts,
    ...(await followNamedLinks(facts.commands, context)),
    isolation: settings.isolation,
    needsApproval: true,
  };
}

function checkText(command: string): Failure | undefined {
  if (command.trim() === '') {
    return { code: 'COMMAND_EMPTY', message: 'the command is empty', nextStep: 'Send the command line in "command"' };
  }
  // Neither can be handed to a program unchanged.
  if (command.includes('\0') || /[\ud800-\udfff]/u.test(command)) {
    return {
      code: 'COMMAND_NOT_TEXT',
      message: 'the command holds a NUL or half a character, which no program can be given',
      nextStep: String.raw`Write such bytes as escapes, for example printf '\0'`,
    };
  }
  return undefined;
}

const dangerous = (danger: string): Failure => ({
  code: 'COMMAND_DANGEROUS',
  message: `blocked: the command would ${danger}`,
  nextStep: 'It was not run and will not be. Name exactly what you mean, or ask the person to do it themselves',
});

function header(command: string, isBackground: boolean): string {
  const lines = command.trim().split('\n');
  const first = lines[0] ?? '';
  const shown = first.length > MAX_HEADER_CHARS ? `${first.slice(0, MAX_HEADER_CHARS)}…` : first;
  const more = lines.length > 1 ? ` (${lines.length - 1} more lines)` : '';
  return `${isBackground ? 'In the background: ' : ''}${shown}${more}`;
}
