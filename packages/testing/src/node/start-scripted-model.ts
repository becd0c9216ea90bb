import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createFunctionChooser,
  createScriptChooser,
  type ReplyChooser,
  type ReplyFunction,
} from '../scripted-model/choose-reply.ts';
import type { RecordedLookup, RecordedRequest } from '../scripted-model/recorded-request.ts';
import { type ParsedScript, type Script, type ScriptedReply, scriptSchema } from '../scripted-model/script.ts';
import { createModelHandler } from './model-handler.ts';
import { createRequestLog } from './request-log.ts';

/** A script, its replies alone, or a function that makes each reply. */
export type ScriptSource = Script | readonly ScriptedReply[] | ReplyFunction;

export interface ScriptedModelOptions {
  readonly script: ScriptSource;
  /** A free port without it. Always on 127.0.0.1. */
  readonly port?: number;
  /** Called after each answer. */
  readonly onAnswered?: (request: RecordedRequest) => void;
}

/** A running scripted model. */
export interface ScriptedModel {
  readonly url: string;
  /** For clients of Chat Completions and of Responses. */
  readonly chatBaseUrl: string;
  readonly responsesBaseUrl: string;
  readonly anthropicBaseUrl: string;
  readonly geminiBaseUrl: string;
  /** Every request for a reply, in order of arrival. Grows while the model runs. */
  readonly requests: readonly RecordedRequest[];
  /** Every other request: model lists, token counts, unknown paths. */
  readonly lookups: readonly RecordedLookup[];
  /** What clients did wrong so far; a test of a good client expects none. */
  problems(): readonly string[];
  /** Starts another script from its beginning; requests stay recorded. */
  setScript(script: ScriptSource): void;
  /** Resolves when `count` requests have arrived in all. Rejects with the signal's reason, or when the model closes. */
  waitForRequests(count: number, signal?: AbortSignal): Promise<readonly RecordedRequest[]>;
  /** Resolves when no answer is being written: from then on outcomes and times of the requests so far are final. */
  waitForIdle(): Promise<void>;
  /** Ends every connection and waits until nothing is left running. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a model that says what a script says, on a loopback port, over the wires of OpenAI (Chat Completions and
 * Responses), Anthropic and Gemini at once. It refuses what those providers refuse, in their words.
 *
 * Throws a `ZodError` when the script is not valid.
 */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  let current = openScript(options.script);
  const log = createRequestLog();
  const closing = new AbortController();
  const handle = createModelHandler({
    log,
    closing: closing.signal,
    script: () => current.script,
    choose: (request) => current.choose(request),
    onAnswered: options.onAnswered ?? (() => undefined),
  });
  const running = new Set<Promise<void>>();
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const answering = handle(request, response);
    running.add(answering);
    void answering.finally(() => running.delete(answering));
  });
  // A client may keep its socket for as long as a test lasts.
  server.keepAliveTimeout = 0;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const close = async (): Promise<void> => {
    closing.abort(new Error('The scripted model is closing.'));
    log.close();
    if (server.listening) {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    }
    await Promise.allSettled(running);
  };

  return {
    url,
    chatBaseUrl: `${url}/v1`,
    responsesBaseUrl: `${url}/v1`,
    anthropicBaseUrl: url,
    geminiBaseUrl: url,
    requests: log.requests,
    lookups: log.lookups,
    problems: () => log.requests.flatMap((request) => (request.problem === undefined ? [] : [request.problem])),
    setScript: (script) => {
      current = openScript(script);
    },
    waitForRequests: (count, signal) => log.waitFor(count, signal),
    waitForIdle: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface OpenScript {
  readonly script: ParsedScript;
  readonly choose: ReplyChooser;
}

function openScript(source: ScriptSource): OpenScript {
  if (typeof source === 'function') {
    return { script: scriptSchema.parse({ version: 1, replies: [] }), choose: createFunctionChooser(source) };
  }
  const script = scriptSchema.parse('replies' in source ? source : { version: 1, replies: source });
  return { script, choose: createScriptChooser(script) };
}
