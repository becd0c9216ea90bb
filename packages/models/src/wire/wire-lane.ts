import { type Lane, LaneError, type LaneEvent } from '@toolstone/kernel';
import { costOf } from '../capabilities/cost.ts';
import { HttpError, type HttpResponse, readText } from '../http.ts';
import type { ModelPorts } from '../ports.ts';
import type { ShapedRequest, WireCodec } from './codec.ts';
import type { LaneConfig } from './lane-config.ts';
import {
  cutFailure,
  endlessFailure,
  refusedFailure,
  refusesOpaque,
  streamFailure,
  webPageFailure,
} from './lane-failure.ts';
import { readEvents, type SilenceLimit } from './read-events.ts';
import { createReplyBuilder } from './reply-builder.ts';

/** A lane whose requests a shim may shape. */
export interface ShapedLane extends Lane {
  stream(request: ShapedRequest, signal: AbortSignal): AsyncIterable<LaneEvent>;
}

const maxErrorBytes = 64 * 1024;

/** A model that does not stop is stopped: some two million tokens, more than any model writes in one reply. */
const maxReplyChars = 8_000_000;

/** Keep-alives may go on so many times longer than silence: models think, and say nothing of it. */
const keepAliveFactor = 4;

/** A lane that speaks one wire over HTTP: each `stream` is one request, without retries. */
export function createWireLane(config: LaneConfig, codec: WireCodec, ports: ModelPorts): ShapedLane {
  const told = new Set<string>();

  function* leftOutNotices(request: ShapedRequest): Generator<LaneEvent> {
    for (const { name, reason } of codec.leftOut(request)) {
      if (told.has(name)) continue;
      told.add(name);
      const text = `The tool ${name} is left out on ${config.id}: ${reason}`;
      yield { type: 'notice', level: 'warning', code: 'TOOL_LEFT_OUT', text };
    }
  }

  async function open(request: ShapedRequest, replayOpaque: boolean, signal: AbortSignal): Promise<HttpResponse> {
    const encoded = await codec.encode(request, { replayOpaque });
    signal.throwIfAborted();
    const response = await ports.http.request(
      {
        method: 'POST',
        url: encoded.url,
        headers: encoded.headers,
        body: encoded.body,
        idleTimeoutMs: config.idleTimeoutMs,
        ...(request.onSent && { onSent: request.onSent }),
      },
      signal,
    );
    if (response.status >= 200 && response.status < 300) {
      if (!isWebPage(response)) return response;
      response.release();
      throw webPageFailure(config);
    }
    const refused = {
      status: response.status,
      headers: response.headers,
      text: await readText(response, maxErrorBytes),
    };
    const failure = refusedFailure(config, refused, ports.clock.now());
    // Signatures die when their model or the text before them changes; the conversation goes on without them.
    if (encoded.hasOpaque && refusesOpaque(failure)) return open(request, false, signal);
    throw failure;
  }

  async function* reply(request: ShapedRequest, response: HttpResponse): AsyncGenerator<LaneEvent> {
    const builder = createReplyBuilder({
      nextCallId: request.nextCallId,
      toolName: (wireName) => codec.toolName(request, wireName),
    });
    const decoder = codec.createDecoder(builder);
    let lost: unknown;
    try {
      for await (const events of readEvents(response, createSilenceLimit(config, ports.clock))) {
        for (const event of events) {
          decoder.accept(event);
          if (decoder.isDone) break;
        }
        yield* builder.takeEvents();
        if (decoder.isDone) break;
        if (builder.chars > maxReplyChars) throw endlessFailure(config, maxReplyChars);
      }
    } catch (error) {
      // A connection that breaks after the reply has said that it is finished has lost nothing.
      if (!(error instanceof HttpError)) throw error;
      lost = error;
    }
    const ending = decoder.end();
    yield* builder.takeEvents();
    if (ending === undefined) throw lost ?? cutFailure(config, 'the stream ended without a finish reason');
    const { parts, stopReason } = builder.finish(ending.stopReason);
    const cost = costOf(ending.usage, config.capabilities);
    yield {
      type: 'reply',
      reply: {
        lane: config.id,
        model: ending.model ?? config.model,
        parts,
        stopReason,
        usage: ending.usage,
        ...(cost === undefined ? {} : { cost }),
      },
    };
  }

  return {
    id: config.id,
    model: config.model,
    capabilities: config.capabilities,
    async *stream(request, signal) {
      signal.throwIfAborted();
      yield* leftOutNotices(request);
      let response: HttpResponse | undefined;
      try {
        response = await open(request, true, signal);
        yield* reply(request, response);
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof LaneError ? error : streamFailure(config, error, ports.clock.now());
      } finally {
        response?.release();
      }
    },
  };
}

/** A proxy, a router's page or a wrong address answers with HTML and says that all is well. */
const isWebPage = ({ headers }: HttpResponse): boolean => (headers['content-type'] ?? '').includes('text/html');

function createSilenceLimit({ idleTimeoutMs }: LaneConfig, clock: ModelPorts['clock']): SilenceLimit {
  const limitMs = idleTimeoutMs * keepAliveFactor;
  let spokeAt = clock.monotonic();
  return {
    check(isContent) {
      const now = clock.monotonic();
      if (isContent) spokeAt = now;
      else if (now - spokeAt > limitMs) {
        throw new HttpError('idle', `nothing but keep-alives arrived for ${Math.round(limitMs / 1000)} s`);
      }
    },
  };
}
