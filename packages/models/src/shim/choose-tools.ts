import type { Message, ToolSpec } from '@toolstone/kernel';
import { schemaMap } from '../schema/json-schema.ts';

/**
 * The few tools that a weak model is shown: those it has called since the person last spoke, then those whose name,
 * parameters and description share most words with what the person said, then the first of the list. A long list
 * costs such a model both its time and its choice: a tool that works on what another one gave (`follows`) is left out as
 * long as none did. The order of the list is kept.
 */
export function chooseTools(
  offered: readonly ToolSpec[],
  messages: readonly Message[],
  limit: number,
): readonly ToolSpec[] {
  const tools = offered.filter(({ follows }) => follows === undefined || hasBeenSaid(follows, messages));
  if (tools.length <= limit) return tools;
  const lastUser = messages.findLastIndex((message) => message.role === 'user');
  const called = new Set(
    messages.slice(lastUser + 1).flatMap((message) => (message.role === 'tool' ? [message.name] : [])),
  );
  const said = new Set(wordsOf(lastUserTexts(messages, lastUser)));
  const scored = tools.map((tool, index) => ({
    tool,
    index,
    score: scoreOf(tool, said) + (called.has(tool.name) ? 1_000 : 0),
  }));
  scored.sort((a, b) => b.score - a.score || a.index - b.index);
  const chosen = scored.slice(0, limit);
  chosen.sort((a, b) => a.index - b.index);
  return chosen.map(({ tool }) => tool);
}

const hasBeenSaid = (words: string, messages: readonly Message[]): boolean =>
  messages.some(
    (message) =>
      message.role === 'tool' && message.parts.some((part) => part.type === 'text' && part.text.includes(words)),
  );

function lastUserTexts(messages: readonly Message[], lastUser: number): string {
  const parts = messages[lastUser]?.parts ?? [];
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join(' ')
    .slice(0, 4_000);
}

const nameWeight = 5;
const parameterWeight = 2;

function scoreOf(tool: ToolSpec, said: ReadonlySet<string>): number {
  const count = (text: string) => new Set(wordsOf(text).filter((word) => said.has(word))).size;
  const parameters = Object.keys(schemaMap(tool.parameters['properties'])).join(' ');
  return (
    nameWeight * count(tool.name) + parameterWeight * count(parameters) + count(firstSentence(tool.description, 400))
  );
}

/** Words in lower case without their most common English endings, two letters or more. */
function wordsOf(text: string): readonly string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.map((word) => (word.length > 4 ? word.replace(/(ies|es|s|ing|ed)$/, '') : word));
}

/** The first sentence of a text, cut at `maxLength`. */
export function firstSentence(text: string, maxLength: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  const end = /[.!?](?= |$)/.exec(line)?.index;
  const sentence = end === undefined ? line : line.slice(0, end + 1);
  return sentence.length <= maxLength ? sentence : `${sentence.slice(0, maxLength - 1)}…`;
}
