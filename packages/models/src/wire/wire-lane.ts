import { type Lane, LaneError, type LaneEvent } from '@toolstone/kernel';
import { costOf } from '../capabilities/cost.ts';
import { HttpError, type HttpResponse, readText } from '../http.ts';
import type { ModelPorts } from '../ports.ts';
import type { ShapedRequest, WireCodec } from './codec.ts';
import type { LaneConfig } from './lane-config.ts';
import { cutFailure, refusedFailure, refusesOpaque, streamFailure } from './lane-failure.ts';
import { readEvents } from './read-events.ts';
import { createReplyBuilder } from './reply-builder.ts';

/** A lane whose requests a shim may shape. */
export interface ShapedLane extends Lane {
  stream(request: ShapedRequest, signal: AbortSignal): AsyncIterable<LaneEvent>;
}

const maxErrorBytes = 64 * 1024;

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
      },
      signal,
    );
    if (response.status >= 200 && response.status < 300) return response;
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
      for await (const events of readEvents(response)) {
        for (const event of events) {
          decoder.accept(event);
          if (decoder.isDone) break;
        }
        yield* builder.takeEvents();
        if (decoder.isDone) break;
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
