import { isObject, parsedOrText } from '../loose.ts';
import { finiteText, isEndless, padded, type ResolvedCall, type ResolvedReply } from '../resolve-reply.ts';
import { piecesOf } from '../script-text.ts';
import { sealedToken } from '../seal.ts';
import { type Answered, type Frame, sse } from '../wire.ts';

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: unknown };
}

/** The body of generateContent; null for a reply that never ends. */
export function wholeGemini({ reply }: Answered): string | null {
  if (isEndless(reply)) return null;
  const parts: Part[] = [
    ...(reply.thinking === undefined ? [] : [{ text: finiteText(reply.thinking), thought: true }]),
    ...(reply.text === undefined ? [] : [signedText(reply, finiteText(reply.text))]),
    ...callParts(reply),
  ];
  return JSON.stringify(response(reply, parts, true));
}

/**
 * The chunks of streamGenerateContent. A call comes in one piece: this wire does not stream arguments. The finish
 * reason comes with a last, empty part.
 */
export function* geminiFrames({ reply, request }: Answered): Generator<Frame> {
  // Without `alt=sse` the stream is one JSON array whose items arrive one by one.
  const isArray = !request.path.includes('alt=sse');
  let isFirst = true;
  const frame = (parts: readonly Part[], isLast: boolean): Frame => {
    const chunk = response(reply, parts, isLast);
    const opening = isFirst ? '[' : ',\r\n';
    isFirst = false;
    const text = isArray
      ? `${opening}${JSON.stringify(chunk)}${isLast ? ']' : ''}`
      : sse(chunk).replaceAll('\n', '\r\n');
    return isLast ? { text, isFinish: true } : { text };
  };
  for (const piece of reply.thinking === undefined ? [] : piecesOf(reply.thinking, reply.chunkChars)) {
    yield frame([{ text: piece, thought: true }], false);
  }
  for (const piece of reply.text === undefined ? [] : piecesOf(reply.text, reply.chunkChars)) {
    yield frame([{ text: piece }], false);
  }
  for (const part of callParts(reply)) yield frame([part], false);
  const needsSignature = reply.thinking !== undefined && reply.calls.length === 0;
  yield frame([needsSignature ? signedText(reply, '') : { text: '' }], true);
}

/** A thinking model signs its last part when it calls nothing. */
function signedText(reply: ResolvedReply, text: string): Part {
  const isSigned = reply.thinking !== undefined && reply.calls.length === 0;
  return isSigned ? { text, thoughtSignature: sealedToken(reply.sequence, 0) } : { text };
}

/** Calls whose arguments are an object; a real Gemini cannot send any other. The first one is signed. */
function callParts(reply: ResolvedReply): readonly Part[] {
  const isSigned = reply.thinking !== undefined || /^gemini-([3-9]|\d\d)/.test(reply.model);
  return reply.calls.flatMap((call, index) => {
    const args = argumentsOf(call);
    if (!isObject(args)) return [];
    return [
      {
        functionCall: { ...(call.hasOwnId ? { id: call.id } : {}), name: call.name, args },
        ...(isSigned && index === 0 ? { thoughtSignature: sealedToken(reply.sequence, 1) } : {}),
      },
    ];
  });
}

function argumentsOf(call: ResolvedCall): unknown {
  return parsedOrText(finiteText(call.rawArguments));
}

function response(reply: ResolvedReply, parts: readonly Part[], isLast: boolean): object {
  const { usage } = reply;
  const isBlocked = reply.stop === 'filter' && reply.text === undefined && reply.calls.length === 0;
  const content = { role: 'model', ...(parts.length === 0 ? {} : { parts }) };
  return {
    ...(isLast && isBlocked
      ? { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }
      : { candidates: [{ content, index: 0, ...(isLast ? finish(reply) : {}) }] }),
    usageMetadata: {
      promptTokenCount: usage.inputTokens,
      ...(usage.cacheReadTokens === 0 ? {} : { cachedContentTokenCount: usage.cacheReadTokens }),
      ...(isLast
        ? {
            candidatesTokenCount: Math.max(0, usage.outputTokens - usage.thinkingTokens),
            ...(usage.thinkingTokens === 0 ? {} : { thoughtsTokenCount: usage.thinkingTokens }),
            totalTokenCount: usage.inputTokens + usage.outputTokens,
          }
        : { totalTokenCount: usage.inputTokens }),
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: usage.inputTokens }],
    },
    modelVersion: reply.model,
    responseId: `resp-${padded(reply.sequence)}`,
  };
}

function finish(reply: ResolvedReply): object {
  const { stop } = reply;
  if (typeof stop === 'object') return { finishReason: stop.raw };
  if (reply.calls.some((call) => !isObject(argumentsOf(call)))) {
    const raw = reply.calls.map((call) => `${call.name}(${finiteText(call.rawArguments)})`).join('; ');
    return { finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: `Malformed function call: ${raw}` };
  }
  switch (stop) {
    case 'end':
    case 'calls':
      return { finishReason: 'STOP' };
    case 'length':
      return { finishReason: 'MAX_TOKENS' };
    case 'refusal':
      return { finishReason: 'SAFETY' };
    case 'filter':
      return { finishReason: 'PROHIBITED_CONTENT' };
  }
}
