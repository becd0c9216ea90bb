import type { Lane, LaneEvent, LaneReply, LaneRequest, ToolSpec } from '@toolstone/kernel';
import type { AssistantPart } from '@toolstone/protocol';
import { partialTail } from '../wire/chat/think-splitter.ts';
import { areUnambiguous, findPrintedCalls, type PrintedCall } from './printed-calls.ts';
import { createMessageTeller } from './told-messages.ts';

const open = '<tool_call>';
const close = '</tool_call>';
const resultTag = '<tool_result';

/**
 * The lane for a model without native calls: tools are described in the system prompt, calls are read out of the text
 * (blocks of `<tool_call>`, or another marking that is beyond doubt), and results go back as text. Text outside of
 * calls is streamed as it comes.
 */
export function withTextCalls(lane: Lane): Lane {
  const tell = createMessageTeller({
    call: (name, args) => `${open}\n{"name": ${JSON.stringify(name)}, "arguments": ${args}}\n${close}`,
    result: (message) => ({
      before: `${resultTag} name=${JSON.stringify(message.name)}${message.isError ? ' status="error"' : ''}>`,
      after: '</tool_result>',
    }),
  });
  const instructions = createInstructions();

  return {
    ...lane,
    async *stream(request, signal) {
      const inner: LaneRequest = {
        ...request,
        system: joinSystem(request.system, instructions(request.tools)),
        messages: tell(request.messages),
        tools: [],
      };
      let splitter = createCallSplitter();
      for await (const event of lane.stream(inner, signal)) {
        if (event.type === 'text') yield* splitter.push(event.text);
        else if (event.type === 'reply') yield* finish(event.reply, request, splitter);
        else {
          if (event.type === 'reset') splitter = createCallSplitter();
          yield event;
        }
      }
    },
  };
}

export function joinSystem(system: string, addition: string): string {
  if (addition === '') return system;
  return system === '' ? addition : `${system}\n\n${addition}`;
}

function createInstructions(): (tools: readonly ToolSpec[]) => string {
  const cache = new WeakMap<readonly ToolSpec[], string>();
  return (tools) => {
    if (tools.length === 0) return '';
    const known = cache.get(tools);
    if (known !== undefined) return known;
    const list = tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
    const text = [
      '# Tools',
      'You have these tools, one JSON description a line:',
      `<tools>\n${list.join('\n')}\n</tools>`,
      'To use a tool, end your reply with a block of exactly this form, the arguments following the parameters of the tool:',
      `${open}\n{"name": "NAME OF THE TOOL", "arguments": {"PARAMETER": "VALUE"}}\n${close}`,
      `For several calls write several blocks in a row. Write nothing after them: the next message brings what the tools gave, each in ${resultTag}>. Never write a ${resultTag}> yourself. When you need no tool, answer in plain text without such a block.`,
    ].join('\n');
    cache.set(tools, text);
    return text;
  };
}

/** Parts text from calls while it streams: what may be the beginning of a tag waits until it is clear. */
function createCallSplitter() {
  let held = '';
  let isInCall = false;
  let told = 0;
  let shown = '';

  return {
    get shown() {
      return shown;
    },
    *push(delta: string): Generator<LaneEvent> {
      held += delta;
      if (!isInCall) {
        const begin = firstIndex(held, [open, resultTag]);
        const safe = begin >= 0 ? begin : held.length - Math.max(partialTail(held, open), partialTail(held, resultTag));
        const text = held.slice(0, safe);
        held = held.slice(safe);
        shown += text;
        if (text !== '') yield { type: 'text', text };
        isInCall = begin >= 0;
      }
      if (!isInCall || held.length - told < 64) return;
      told = held.length;
      const name = /"name"\s*:\s*"([^"]+)"/.exec(held)?.[1];
      if (name !== undefined) yield { type: 'composing', name, chars: held.length };
    },
  };
}

function firstIndex(text: string, tags: readonly string[]): number {
  const found = tags.map((tag) => text.indexOf(tag)).filter((index) => index >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}

function* finish(
  reply: LaneReply,
  request: LaneRequest,
  splitter: ReturnType<typeof createCallSplitter>,
): Generator<LaneEvent> {
  const said = reply.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  // A model that goes on to write the result itself has invented it.
  const invented = said.indexOf(resultTag);
  const text = invented < 0 ? said : said.slice(0, invented);
  const { calls, rest } =
    request.tools.length === 0 ? { calls: [], rest: text } : readCalls(text, request.tools, reply);
  const shown = rest.trim();
  if (shown !== splitter.shown.trim()) {
    yield { type: 'reset' };
    for (const part of reply.parts) if (part.type === 'thinking') yield { type: 'thinking', text: part.text };
    if (shown !== '') yield { type: 'text', text: shown };
  }
  const parts: AssistantPart[] = [
    ...reply.parts.filter((part) => part.type === 'thinking'),
    ...(shown === '' ? [] : [{ type: 'text' as const, text: shown }]),
    ...calls.map((call) => ({ type: 'call' as const, callId: request.nextCallId(), ...call })),
  ];
  const stopReason = calls.length > 0 && reply.stopReason === 'end' ? 'calls' : reply.stopReason;
  yield { type: 'reply', reply: { ...reply, parts, stopReason } };
}

interface ReadCalls {
  readonly calls: readonly PrintedCall[];
  readonly rest: string;
}

function readCalls(text: string, tools: readonly ToolSpec[], reply: LaneReply): ReadCalls {
  if (reply.stopReason === 'refusal' || reply.stopReason === 'filter') return { calls: [], rest: text };
  const found = findPrintedCalls(text, tools);
  if (found.marking === 'tags') {
    // In the form that was asked for, a call stays a call even if it is damaged: its answer says what is wrong.
    const damaged = found.hasUnreadable && reply.stopReason !== 'length' ? damagedCalls(found.rest) : [];
    const rest = found.hasUnreadable ? found.rest.replace(/<tool_call>[\s\S]*?(<\/tool_call>|$)/g, '') : found.rest;
    return { calls: [...found.calls, ...damaged], rest };
  }
  return areUnambiguous(found, text, tools) ? found : { calls: [], rest: text };
}

function damagedCalls(rest: string): readonly PrintedCall[] {
  return [...rest.matchAll(/<tool_call>([\s\S]*?)(?:<\/tool_call>|$)/g)].flatMap((match) => {
    const inside = match[1] ?? '';
    const name = /"name"\s*:\s*"([^"]+)"/.exec(inside)?.[1];
    const args = /"arguments"\s*:\s*([\s\S]*?)\}?\s*$/.exec(inside)?.[1];
    return name === undefined ? [] : [{ name, arguments: args ?? inside.trim() }];
  });
}
