import type { ParsedReply, ScriptedStop, ScriptedUsage, ScriptText } from './script.ts';
import { lengthOf, wholeText, withInvalidBytes } from './script-text.ts';

const charsPerToken = 4;

export interface ResolvedCall {
  readonly id: string;
  /** Whether the script gave the id: wires without ids leave out those that the server made. */
  readonly hasOwnId: boolean;
  readonly name: string;
  readonly rawArguments: ScriptText;
}

export interface ResolvedUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly thinkingTokens: number;
}

/** A reply with nothing left open: ids, stop reason, usage, model. */
export interface ResolvedReply {
  /** Counts the replies of this server; part of every id. */
  readonly sequence: number;
  readonly createdSeconds: number;
  readonly model: string;
  readonly text: ScriptText | undefined;
  readonly thinking: ScriptText | undefined;
  readonly redactedThinking: string | undefined;
  readonly calls: readonly ResolvedCall[];
  readonly stop: ScriptedStop;
  readonly usage: ResolvedUsage;
  readonly chunkChars: number | undefined;
}

export interface ReplyFrame {
  readonly sequence: number;
  readonly createdSeconds: number;
  readonly requestedModel: string;
  readonly requestBytes: number;
}

export function resolveReply(reply: ParsedReply, frame: ReplyFrame): ResolvedReply {
  const damagesText = reply.invalidUtf8 && reply.text !== undefined;
  const calls = reply.calls.map((call, index) => {
    const raw = call.rawArguments ?? JSON.stringify(call.arguments ?? {});
    return {
      id: call.id ?? `call_${padded(frame.sequence)}_${index}`,
      hasOwnId: call.id !== undefined,
      name: call.name,
      rawArguments: reply.invalidUtf8 && !damagesText ? withInvalidBytes(raw) : raw,
    };
  });
  return {
    sequence: frame.sequence,
    createdSeconds: frame.createdSeconds,
    model: reply.model ?? frame.requestedModel,
    text: damagesText && reply.text !== undefined ? withInvalidBytes(reply.text) : reply.text,
    thinking: reply.thinking,
    redactedThinking: reply.redactedThinking,
    calls,
    stop: reply.stopReason ?? (calls.length > 0 ? 'calls' : 'end'),
    usage: resolveUsage(reply, frame.requestBytes),
    chunkChars: reply.chunkChars,
  };
}

function resolveUsage(reply: ParsedReply, requestBytes: number): ResolvedUsage {
  const usage: ScriptedUsage = reply.usage;
  const thinkingTokens = usage.thinkingTokens ?? tokensOf(reply.thinking);
  const callTokens = reply.calls.reduce(
    (sum, call) => sum + tokensOf(call.rawArguments ?? JSON.stringify(call.arguments ?? {})) + tokensOf(call.name),
    0,
  );
  return {
    inputTokens: usage.inputTokens ?? Math.ceil(requestBytes / charsPerToken),
    outputTokens: usage.outputTokens ?? tokensOf(reply.text) + callTokens + thinkingTokens,
    cacheReadTokens: usage.cacheReadTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
    thinkingTokens,
  };
}

/** Estimated tokens of a text; none for one that never ends, whose count is never reported. */
function tokensOf(text: ScriptText | undefined): number {
  if (text === undefined) return 0;
  const length = lengthOf(text);
  return Number.isFinite(length) ? Math.ceil(length / charsPerToken) : 0;
}

export function padded(sequence: number): string {
  return String(sequence).padStart(6, '0');
}

/** Whether some part of the reply never ends. */
export function isEndless(reply: ResolvedReply): boolean {
  return [reply.text, reply.thinking, ...reply.calls.map((call) => call.rawArguments)].some(
    (text) => text !== undefined && wholeText(text) === null,
  );
}

/** The whole text of a reply that is known to end. */
export function finiteText(text: ScriptText | undefined): string {
  return text === undefined ? '' : (wholeText(text) ?? '');
}
