import type { LaneError, LaneEvent, LaneReply, LaneRequest, Message } from '@toolstone/kernel';
import type { Capabilities, ModelSettings } from '@toolstone/protocol';
import { type ScriptedModel, type ScriptSource, startScriptedModel, type WireName } from '@toolstone/testing';
import { afterEach } from 'vitest';
import { createLanes, plainModelSettings } from './create-lanes.ts';
import { createNodeModelPorts } from './node/model-ports.ts';

export interface WireUnderTest {
  readonly wire: WireName;
  readonly model: string;
  readonly path: string;
}

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export const readFile = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
} as const;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const pngPart = {
  type: 'blob',
  blob: 'a'.repeat(64),
  mediaType: 'image/png',
  bytes: png.length,
  name: 'a.png',
} as const;

export function request(messages: readonly Message[], more: Partial<LaneRequest> = {}): LaneRequest {
  let calls = 0;
  return {
    system: 'Be brief.',
    messages,
    tools: [readFile],
    readBlob: async () => png,
    nextCallId: () => `c${++calls}`,
    ...more,
  };
}
export const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
export const answer = (reply: LaneReply): Message => ({ role: 'assistant', lane: reply.lane, parts: reply.parts });
export const result = (callId: string, text: string, isError = false): Message => ({
  role: 'tool',
  callId,
  name: 'read_file',
  isError,
  parts: [{ type: 'text', text }],
});

export interface BenchOptions {
  readonly settings?: Partial<ModelSettings>;
  readonly capabilities?: Partial<Capabilities>;
}

interface Bench {
  readonly model: ScriptedModel;
  ask(
    request: LaneRequest,
    signal?: AbortSignal,
  ): Promise<{ readonly events: readonly LaneEvent[]; readonly reply: LaneReply }>;
  readonly slept: number[];
}

export async function openBench(
  { wire, model: modelName, path }: WireUnderTest,
  script: ScriptSource,
  more: BenchOptions,
): Promise<Bench> {
  const model = await startScriptedModel({ script });
  cleanups.push(() => model.close());
  const slept: number[] = [];
  const ports = createNodeModelPorts({
    now: () => 1_700_000_000_000,
    monotonic: () => 0,
    sleep: async (ms) => void slept.push(ms),
  });
  cleanups.push(() => ports.http.close());
  const capabilities = {
    vision: true,
    ...(wire === 'openai-chat' ? { thinking: 'effort' as const } : {}),
    ...(wire === 'openai-responses' ? { thinking: 'effort' as const } : {}),
    ...more.capabilities,
  };
  const settings = plainModelSettings(wire, modelName, {
    base_url: `${model.url}${path}`,
    api_key_env: 'KEY',
    ...more.settings,
    capabilities,
  });
  const lanes = createLanes({
    settings: { models: { main: settings }, fallback_models: [] },
    env: { KEY: 'secret-key-1' },
    ports: { ...ports, random: () => 0.5 },
  });
  const resolved = lanes.resolve('main');
  if (!resolved.ok) throw new Error(resolved.failure.message);
  const { lane } = resolved;
  return {
    model,
    slept,
    async ask(asked, signal = new AbortController().signal) {
      const events: LaneEvent[] = [];
      for await (const event of lane.stream(asked, signal)) events.push(event);
      const last = events.at(-1);
      if (last?.type !== 'reply') throw new Error('no reply came last');
      return { events, reply: last.reply };
    },
  };
}

export const streamed = (events: readonly LaneEvent[], type: 'text' | 'thinking') =>
  events.reduce((text, event) => (event.type === type ? text + event.text : event.type === 'reset' ? '' : text), '');
export const failure = (asked: Promise<unknown>): Promise<LaneError> =>
  asked.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: LaneError) => error,
  );
