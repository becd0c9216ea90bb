import { type Lane, LaneError } from '@toolstone/kernel';
import type { ModelPorts } from './ports.ts';
import { withForcedChoice } from './shim/with-forced-choice.ts';
import { withRescue } from './shim/with-rescue.ts';
import { withTextCalls } from './shim/with-text-calls.ts';
import type { WireCodec } from './wire/codec.ts';
import type { LaneConfig } from './wire/lane-config.ts';
import { createWireLane, type ShapedLane } from './wire/wire-lane.ts';
import { withConcurrency } from './wrap/with-concurrency.ts';
import { withRetry } from './wrap/with-retry.ts';

export interface AssembleOptions {
  readonly maxConcurrency: number;
  readonly maxRetries: number;
  readonly ports: ModelPorts;
  /** Makes the lane of an embedded model; absent where there is no add-on directory. */
  readonly loadEmbedded?: (config: LaneConfig) => Promise<ShapedLane>;
}

/**
 * The whole lane of one model: its wire, at most so many replies at once, the shim that its capability asks for, and
 * retries around all of it. The wire's code is loaded now but not waited for; only the one that is used is loaded.
 */
export function assembleLane(config: LaneConfig, options: AssembleOptions): Lane {
  const loading = loadBase(config, options).then((base) =>
    withShim(withConcurrency(base, options.maxConcurrency), config),
  );
  // Whoever asks for a reply hears of it; until then it must not end the process.
  loading.catch(() => undefined);
  const lane: Lane = {
    id: config.id,
    model: config.model,
    capabilities: config.capabilities,
    async *stream(request, signal) {
      const loaded = await loading;
      yield* loaded.stream(request, signal);
    },
  };
  return withRetry(lane, { maxRetries: options.maxRetries, clock: options.ports.clock, random: options.ports.random });
}

async function loadBase(config: LaneConfig, options: AssembleOptions): Promise<ShapedLane> {
  if (config.wire === 'embedded') {
    if (options.loadEmbedded === undefined) {
      throw new LaneError('not-found', `${config.id}: there is no add-on directory for embedded models`, {
        lane: config.id,
      });
    }
    return options.loadEmbedded(config);
  }
  const createCodec = await loadCodec(config.wire);
  return createWireLane(config, createCodec(config, options.ports), options.ports);
}

async function loadCodec(
  wire: 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini',
): Promise<(config: LaneConfig, ports: ModelPorts) => WireCodec> {
  switch (wire) {
    case 'openai-chat':
      return (await import('./wire/chat/codec.ts')).createCodec;
    case 'openai-responses':
      return (await import('./wire/responses/codec.ts')).createCodec;
    case 'anthropic':
      return (await import('./wire/anthropic/codec.ts')).createCodec;
    case 'gemini':
      return (await import('./wire/gemini/codec.ts')).createCodec;
  }
}

function withShim(lane: ShapedLane, config: LaneConfig): Lane {
  switch (config.capabilities.tool_calls) {
    case 'text':
      return withTextCalls(lane);
    case 'forced':
      return withForcedChoice(lane, { hasTemperature: config.temperature !== undefined });
    case 'native':
      // Providers' own servers parse calls; a call in the text of their models is an example.
      return config.wire === 'openai-chat' && !config.isOwnHost ? withRescue(lane) : lane;
  }
}
