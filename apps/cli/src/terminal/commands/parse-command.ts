import { nearestWord } from '../model/fuzzy-match.ts';
import { commandAliases, type SlashCommandName, slashCommands } from './slash-commands.ts';

export type ParsedPrompt =
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'shell'; readonly command: string }
  | { readonly type: 'command'; readonly name: SlashCommandName; readonly argument: string }
  | { readonly type: 'unknown'; readonly typed: string; readonly nearest: string | undefined };

/** What a prompt means. A path such as `/etc/hosts` is no command, nor is a `/` inside of a text of several lines. */
export function parsePrompt(text: string): ParsedPrompt {
  const trimmed = text.trim();
  if (trimmed.startsWith('!') && trimmed.length > 1) return { type: 'shell', command: trimmed.slice(1).trim() };
  const match = /^\/([A-Za-z?][\w-]*|\?)(?:\s+([\s\S]*))?$/.exec(trimmed);
  if (!match) return { type: 'message', text };
  const typed = (match[1] ?? '').toLowerCase();
  const known = slashCommands.find(({ name }) => name === typed)?.name ?? commandAliases[typed];
  if (known !== undefined) return { type: 'command', name: known, argument: match[2]?.trim() ?? '' };
  const words = [...slashCommands.map(({ name }) => name), ...Object.keys(commandAliases)];
  return { type: 'unknown', typed, nearest: nearestWord(typed, words) };
}

/** The first word and the rest: a tool and its arguments. */
export function splitFirstWord(text: string): { readonly word: string; readonly rest: string } {
  const match = /^(\S+)\s*([\s\S]*)$/.exec(text.trim());
  return { word: match?.[1] ?? '', rest: match?.[2] ?? '' };
}
