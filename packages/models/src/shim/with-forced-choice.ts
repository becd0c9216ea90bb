import { LaneError, type LaneEvent, type LaneReply, type LaneRequest, type ToolSpec } from '@toolstone/kernel';
import type { AssistantPart, JsonObject } from '@toolstone/protocol';
import type { Schema } from '../schema/json-schema.ts';
import type { ShapedRequest } from '../wire/codec.ts';
import { asObject, asString, parseJson } from '../wire/read-json.ts';
import type { ShapedLane } from '../wire/wire-lane.ts';
import { answerName, type ForcedProgress, readForced } from './answer-stream.ts';
import { type BriefTool, briefTool, shapeOf } from './brief-tool.ts';
import { chooseTools } from './choose-tools.ts';
import { findPrintedCalls } from './printed-calls.ts';
import { createMessageTeller } from './told-messages.ts';
import { joinSystem } from './with-text-calls.ts';

export interface ForcedChoiceOptions {
  /** Tools in the prompt at most. */
  readonly maxTools?: number;
  /** True where the settings name a temperature; else the choice is made at 0. */
  readonly hasTemperature?: boolean;
}

const defaultMaxTools = 8;
/** A weak model under a grammar may write for ever. */
const defaultMaxTokens = 2_048;

/**
 * The lane for a weak model: its reply is forced into one JSON object, a tool's name with that tool's arguments or
 * `answer` with a text, by the server's own means. The key is `name`, as in the call templates that small models have
 * been trained on. Few tools are shown, in few words; the text of an answer is streamed.
 */
export function withForcedChoice(lane: ShapedLane, options: ForcedChoiceOptions = {}): ShapedLane {
  const tell = createMessageTeller({
    call: (name, args) => `{"name": ${JSON.stringify(name)}, "arguments": ${args}}`,
    result: (message) => ({
      before: `<tool_response>${message.isError ? '\nError:' : ''}`,
      after: '</tool_response>',
    }),
  });
  const briefed = new WeakMap<ToolSpec, BriefTool | null>();
  /** The form that the server has taken last. */
  let form = 0;

  function brief(tool: ToolSpec): BriefTool[] {
    const known = briefed.get(tool);
    const made = known === undefined ? (briefTool(tool) ?? null) : known;
    briefed.set(tool, made);
    return made === null ? [] : [made];
  }

  async function* ask(request: ShapedRequest, schema: Schema, signal: AbortSignal): AsyncGenerator<LaneEvent> {
    for (;;) {
      const extras = forms[form]?.(schema) ?? {};
      const temperature = options.hasTemperature === true ? {} : { temperature: 0 };
      try {
        yield* lane.stream({ ...request, bodyExtras: { ...temperature, ...extras, ...request.bodyExtras } }, signal);
        return;
      } catch (error) {
        if (!(error instanceof LaneError) || !refusesForm(error) || form >= forms.length - 1) throw error;
        form += 1;
      }
    }
  }

  return {
    ...lane,
    async *stream(request: ShapedRequest, signal: AbortSignal) {
      const tools = chooseTools(request.tools, request.messages, options.maxTools ?? defaultMaxTools).flatMap(brief);
      const inner: ShapedRequest = {
        ...request,
        messages: tell(request.messages),
        tools: [],
        maxOutputTokens: request.maxOutputTokens ?? defaultMaxTokens,
      };
      if (tools.length === 0) {
        yield* lane.stream(inner, signal);
        return;
      }
      let written = '';
      let shown = '';
      const shaped = { ...inner, system: joinSystem(request.system, instructions(tools)) };
      for await (const event of ask(shaped, choiceSchema(tools), signal)) {
        if (event.type === 'text') {
          written += event.text;
          const progress = readForced(written);
          const news = newsOf(progress, shown, written.length);
          if (news?.type === 'text') shown += news.text;
          if (news !== undefined) yield news;
        } else if (event.type === 'reply') {
          const read = readReply(event.reply, request);
          const text = read.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
          if (text !== shown && text.startsWith(shown)) yield { type: 'text', text: text.slice(shown.length) };
          yield { type: 'reply', reply: read };
        } else {
          if (event.type === 'reset') {
            written = '';
            shown = '';
          }
          yield event;
        }
      }
    },
  };
}

/** How servers are asked for a reply of a schema, the common one first; the last asks for nothing and hopes. */
const forms: readonly ((schema: Schema) => JsonObject)[] = [
  // OpenAI, llama.cpp, Ollama, LM Studio, vLLM.
  (schema) => ({ response_format: { type: 'json_schema', json_schema: { name: 'choice', strict: true, schema } } }),
  // llama.cpp before it knew the other, which makes a grammar of it as well.
  (schema) => ({ json_schema: schema }),
  // vLLM before it knew the first.
  (schema) => ({ guided_json: schema }),
  () => ({}),
];

function refusesForm(error: LaneError): boolean {
  return (
    error.kind === 'invalid-request' &&
    /response_format|json_schema|guided|grammar|schema|structured|extra (fields|inputs)|unrecognized|unknown/i.test(
      error.message,
    )
  );
}

function instructions(tools: readonly BriefTool[]): string {
  const answer: BriefTool = {
    name: answerName,
    description:
      'Reply to the user in text: when no other tool is needed, or when the results that are needed are there.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  };
  const lines = [...tools, answer].map(({ name, description, parameters }) =>
    JSON.stringify({ type: 'function', function: { name, description, parameters: withoutClosed(parameters) } }),
  );
  return [
    '# Tools',
    '',
    'Every reply of yours calls one of these tools, whose signatures are inside <tools></tools>:',
    `<tools>\n${lines.join('\n')}\n</tools>`,
    '',
    'A reply is one JSON object with the name of the tool and its arguments, and nothing else:',
    '{"name": <name of the tool>, "arguments": <object with its arguments>}',
    `Talk, knowledge, writing and translating need no other tool than ${answerName}.`,
  ].join('\n');
}

function withoutClosed(parameters: Schema): Schema {
  const { additionalProperties: _closed, ...rest } = parameters;
  return rest;
}

function choiceSchema(tools: readonly BriefTool[]): Schema {
  const one = (name: string, args: Schema): Schema => ({
    type: 'object',
    properties: { name: { const: name }, arguments: args },
    required: ['name', 'arguments'],
    additionalProperties: false,
  });
  const text: Schema = {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  };
  return { oneOf: [...tools.map((tool) => one(tool.name, shapeOf(tool.parameters))), one(answerName, text)] };
}

function newsOf(progress: ForcedProgress, shown: string, chars: number): LaneEvent | undefined {
  if (progress.kind === 'call') return { type: 'composing', name: progress.name, chars };
  if (progress.kind !== 'answer' || progress.text.length <= shown.length) return undefined;
  return { type: 'text', text: progress.text.slice(shown.length) };
}

function readReply(reply: LaneReply, request: LaneRequest): LaneReply {
  const written = reply.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const others = reply.parts.filter((part) => part.type === 'thinking');
  const withParts = (parts: readonly AssistantPart[]): LaneReply => {
    const hasCalls = parts.some((part) => part.type === 'call');
    const stopReason = hasCalls && reply.stopReason === 'end' ? 'calls' : reply.stopReason;
    return { ...reply, parts: [...others, ...parts], stopReason };
  };
  const choice = asObject(parseJson(written));
  const name = asString(choice?.['name']);
  const args = asObject(choice?.['arguments']);
  if (name === answerName && args !== undefined) return withParts(textPart(asString(args['text']) ?? ''));
  if (name !== undefined && args !== undefined && request.tools.some((tool) => tool.name === name)) {
    return withParts([{ type: 'call', callId: request.nextCallId(), name, arguments: JSON.stringify(args) }]);
  }
  // A limit cut it short, or the server did not force anything.
  const progress = readForced(written);
  if (progress.kind === 'answer') return withParts(textPart(progress.text));
  if (reply.stopReason === 'length' && progress.kind === 'call') return withParts([]);
  const { calls, rest } = findPrintedCalls(written, request.tools);
  const known = calls.filter((call) => request.tools.some((tool) => tool.name === call.name));
  if (known.length === 0 || known.length < calls.length) return withParts(textPart(written));
  return withParts([
    ...textPart(rest),
    ...known.map((call) => ({ type: 'call' as const, callId: request.nextCallId(), ...call })),
  ]);
}

function textPart(text: string): readonly AssistantPart[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
