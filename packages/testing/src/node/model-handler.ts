import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { keyError, modelError, overflowError } from '../scripted-model/admission.ts';
import { answerLookup } from '../scripted-model/answer-lookup.ts';
import { anthropicWire } from '../scripted-model/anthropic/anthropic-wire.ts';
import type { ReplyChooser } from '../scripted-model/choose-reply.ts';
import { geminiWire } from '../scripted-model/gemini/gemini-wire.ts';
import { chatWire } from '../scripted-model/openai-chat/chat-wire.ts';
import { createResponsesWire } from '../scripted-model/openai-responses/responses-wire.ts';
import type { RecordedRequest, WireName } from '../scripted-model/recorded-request.ts';
import { resolveReply } from '../scripted-model/resolve-reply.ts';
import { type Asked, type Route, routeOf } from '../scripted-model/route.ts';
import type { ParsedScript } from '../scripted-model/script.ts';
import type { Answered, Generation, HttpAnswer, Violation, Wire } from '../scripted-model/wire.ts';
import { playReply, sendAnswer } from './play-reply.ts';
import type { OpenRequest, RequestLog } from './request-log.ts';

export interface ModelHandlerOptions {
  readonly log: RequestLog;
  readonly closing: AbortSignal;
  script(): ParsedScript;
  choose(request: RecordedRequest): ReturnType<ReplyChooser>;
  onAnswered(request: RecordedRequest): void;
}

interface Exchange {
  readonly asked: Asked;
  readonly bytes: number;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** Answers the requests of one scripted model. The promise settles when the answer is over; it never rejects. */
export function createModelHandler(
  options: ModelHandlerOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const wires: Readonly<Record<WireName, Wire>> = {
    'openai-chat': chatWire,
    'openai-responses': createResponsesWire(),
    anthropic: anthropicWire,
    gemini: geminiWire,
  };
  let sequence = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = nowMs();
    const leaving = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) leaving.abort(new Error('The client is gone.'));
    });
    const signal = AbortSignal.any([leaving.signal, options.closing]);
    const raw = await buffer(request);
    const asked: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: headersOf(request),
      body: parsedOrUndefined(raw.toString('utf8')),
    };
    const exchange: Exchange = { asked, bytes: raw.length, response, signal };
    const route = routeOf(asked);
    if (route.kind === 'generate') {
      await generate(route, exchange, arrivedAt);
      return;
    }
    const found = answerLookup({ route, asked, bytes: raw.length, script: options.script() }, wires);
    options.log.addLookup({ ...asked, status: found.status });
    await sendAnswer(response, found);
  }

  async function generate(route: Route & { kind: 'generate' }, exchange: Exchange, arrivedAt: number): Promise<void> {
    const { asked, signal } = exchange;
    const wire = wires[route.wire];
    const generation: Generation = {
      ...asked,
      model: route.model,
      stream: route.stream,
      acceptsUnknownFields: options.script().chatDialect === 'compatible',
    };
    const open = options.log.add({
      wire: wire.name,
      method: asked.method,
      path: asked.path,
      headers: asked.headers,
      model: route.model,
      stream: route.stream,
      body: asked.body,
      view: wire.view(asked.body),
      arrivedAt,
    });
    try {
      open.outcome = await answer({ wire, generation, exchange, open });
    } catch (error) {
      if (signal.aborted || exchange.response.destroyed) {
        open.outcome = 'abandoned';
        return;
      }
      open.outcome = 'failed';
      open.problem = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      open.repliedAt = nowMs();
      options.onAnswered(open);
    }
  }

  async function answer(turn: {
    readonly wire: Wire;
    readonly generation: Generation;
    readonly exchange: Exchange;
    readonly open: OpenRequest;
  }): Promise<RecordedRequest['outcome']> {
    const { wire, generation, exchange, open } = turn;
    const { response, signal } = exchange;
    const script = options.script();
    const refuse = async (answerBody: HttpAnswer, problem?: string): Promise<RecordedRequest['outcome']> => {
      open.problem = problem;
      open.startedAt = nowMs();
      await sendAnswer(response, answerBody);
      return problem === undefined ? 'failed' : 'refused';
    };
    const denied =
      keyError(wire.name, generation, script.apiKey) ?? modelError(wire.name, generation.model, script.models);
    if (denied !== null) return refuse(wire.failure(denied));
    const violation = firstOf(wire.check(generation));
    if (violation !== null) return refuse(wire.refusal(violation), violation.message);
    const overflow = overflowError(wire.name, exchange.bytes, script.contextWindow);
    if (overflow !== null) return refuse(wire.failure(overflow));
    const reply = await options.choose(open);
    if (reply === null) {
      const message = `The script has no reply for request ${open.index + 1}.`;
      const answerBody = wire.refusal({ message, type: 'scripted_model_error', code: 'script_exhausted' });
      return refuse({ ...answerBody, headers: { ...answerBody.headers, 'x-should-retry': 'false' } }, message);
    }
    sequence += 1;
    const resolved = resolveReply(reply, {
      sequence,
      createdSeconds: Math.floor(open.arrivedAt / 1000),
      requestedModel: generation.model,
      requestBytes: exchange.bytes,
    });
    const answered: Answered = { reply: resolved, request: generation };
    const onStart = (): void => {
      open.startedAt = nowMs();
      wire.remember?.(answered);
    };
    return playReply({ wire, reply, answered, response, signal, onStart });
  }

  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      // A defect of the script's function or of the server itself must not look like a provider's answer.
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain', 'x-should-retry': 'false' });
      response.end(`scripted model: ${message}`);
    }
  };
}

function firstOf(violations: Iterable<Violation>): Violation | null {
  for (const violation of violations) return violation;
  return null;
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  const entries = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}

/** Milliseconds since the epoch with fractions: a bench measures rounds of a few of them. */
const nowMs = (): number => performance.timeOrigin + performance.now();

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the wire says so in its own words.
    return undefined;
  }
}
