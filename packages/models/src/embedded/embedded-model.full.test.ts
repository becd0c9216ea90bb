import type { LaneReply, Message } from '@toolstone/kernel';
import { afterAll, describe, expect, test } from 'vitest';
import { createLanes, plainModelSettings } from '../create-lanes.ts';
import { createEmbeddedLoader } from '../node/embedded-addon.ts';
import { createNodeModelPorts } from '../node/model-ports.ts';

/** A chat model as a GGUF file, and the directory in which `installEmbeddedAddon` has put the add-on. */
const file = process.env['TOOLSTONE_TEST_GGUF'];
const addon = process.env['TOOLSTONE_TEST_LLAMA_ADDON'];
const loader = createEmbeddedLoader(addon ?? '');
afterAll(() => loader.close());

const tools = [
  {
    name: 'read_file',
    description: 'Read a text file from disk and return its content.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'path of the file' } },
      required: ['path'],
    },
  },
  {
    name: 'get_weather',
    description: 'Get the current weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
] as const;

describe('a real model inside the process', () => {
  test('calls the tool that fits and answers from its result', { timeout: 300_000 }, async (context) => {
    if (file === undefined || addon === undefined) {
      context.skip('TOOLSTONE_TEST_GGUF and TOOLSTONE_TEST_LLAMA_ADDON name no model file and no add-on directory');
      return;
    }
    const ports = createNodeModelPorts({ now: () => 0, monotonic: () => 0, sleep: async () => undefined });
    const settings = plainModelSettings('embedded', 'local', { path: file, capabilities: { context_window: 4_096 } });
    const resolved = createLanes({
      settings: { models: { local: settings }, fallback_models: [] },
      env: {},
      ports,
      loadEmbedded: loader.load,
    }).resolve('local');
    if (!resolved.ok) throw new Error(resolved.failure.message);
    const { lane } = resolved;
    const ask = async (messages: readonly Message[]): Promise<LaneReply> => {
      const request = {
        system: 'You are a helpful assistant.',
        messages,
        tools,
        maxOutputTokens: 96,
        readBlob: async () => null,
        nextCallId: () => 'c1',
      };
      for await (const event of lane.stream(request, new AbortController().signal))
        if (event.type === 'reply') return event.reply;
      throw new Error('no reply');
    };
    const question: Message = {
      role: 'user',
      parts: [{ type: 'text', text: 'Show me what is in the file notes/todo.md' }],
    };
    const first = await ask([question]);
    const [call] = first.parts;
    expect(call).toMatchObject({ type: 'call', name: 'read_file', arguments: '{"path":"notes/todo.md"}' });
    const second = await ask([
      question,
      { role: 'assistant', lane: 'local', parts: first.parts },
      {
        role: 'tool',
        callId: 'c1',
        name: 'read_file',
        isError: false,
        parts: [{ type: 'text', text: '- buy milk\n- call Ann' }],
      },
    ]);
    expect(second.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')).toContain('milk');
  });
});
