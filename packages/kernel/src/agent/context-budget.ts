import type { Capabilities } from '@toolstone/protocol';
import type { WorkstreamView } from '../log/view.ts';
import type { Message, ToolSpec } from '../ports/lane.ts';

/** A rough measure, good for English and code; the anchor of real usage corrects it each round. */
export const CHARS_PER_TOKEN = 4;
const IMAGE_TOKENS = 1500;
const SAFETY = 0.05;

export interface Prefix {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
}

const prefixTokens = new WeakMap<readonly ToolSpec[], number>();

/** Tokens of the prompt as it would be sent now: the last real count, and an estimate of what has come since. */
export function estimatePromptTokens(
  view: Pick<WorkstreamView, 'messages' | 'anchor'>,
  { system, tools }: Prefix,
): number {
  if (view.anchor)
    return (
      view.anchor.tokens + estimateMessages(view.messages.slice(view.anchor.messages).map(({ message }) => message))
    );
  let ofTools = prefixTokens.get(tools);
  if (ofTools === undefined) {
    ofTools = Math.ceil(JSON.stringify(tools).length / CHARS_PER_TOKEN);
    prefixTokens.set(tools, ofTools);
  }
  return (
    Math.ceil(system.length / CHARS_PER_TOKEN) + ofTools + estimateMessages(view.messages.map(({ message }) => message))
  );
}

const estimateMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + estimateMessage(message), 0);

export function estimateMessage(message: Message): number {
  let chars = 0;
  let images = 0;
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'thinking') chars += part.text.length;
    else if (part.type === 'call') chars += part.arguments.length + part.name.length;
    else images += 1;
  }
  return Math.ceil(chars / CHARS_PER_TOKEN) + images * IMAGE_TOKENS + 4;
}

/** Tokens of the window that a prompt may fill: the rest is for the reply, and for being wrong. */
export function usableTokens({
  context_window,
  max_output_tokens,
}: Pick<Capabilities, 'context_window' | 'max_output_tokens'>): number {
  return Math.floor(context_window * (1 - SAFETY) - Math.min(max_output_tokens, context_window / 4));
}
