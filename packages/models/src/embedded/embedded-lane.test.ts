import type { LaneEvent, LaneReply, LaneRequest } from '@toolstone/kernel';
import { describe, expect, test } from 'vitest';
import { modelCapabilities } from '../capabilities/model-capabilities.ts';
import { withForcedChoice } from '../shim/with-forced-choice.ts';
import type { LaneConfig } from '../wire/lane-config.ts';
import { createEmbeddedLane } from './embedded-lane.ts';
import type { LlamaHistoryItem, LlamaModule } from './llama.ts';

const config: LaneConfig = {
  id: 'tiny',
  wire: 'embedded',
  model: 'tiny',
  baseUrl: '/models/tiny.gguf',
  isOwnHost: false,
  capabilities: modelCapabilities({ wire: 'embedded', model: 'tiny', isOwnHost: false, isLocal: true }, {}),
  headers: {},
  extraBody: {},
  idleTimeoutMs: 1_000,
};
const tools = [
  {
    name: 'read_file',
    description: 'Reads.',
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  },
] as const;
const user = { role: 'user', parts: [{ type: 'text', text: 'Read a' }] } as const;

interface Asked {
  readonly history: readonly LlamaHistoryItem[];
  readonly grammar: unknown;
  readonly maxTokens: number;
}

/** A library that says what it is told to, word by word; four characters are a token. */
function scripted(says: readonly string[], stopReason = 'eogToken') {
  const asked: Asked[] = [];
  let isDisposed = false;
  let n = 0;
  const module: LlamaModule = {
    getLlama: async () => ({
      loadModel: async ({ modelPath }) => {
        if (!modelPath.endsWith('tiny.gguf')) throw new Error('no such file\nand more');
        return {
          tokenizer: {},
          trainContextSize: 2_048,
          tokenize: (text) => Array.from({ length: Math.ceil(text.length / 4) }),
          createContext: async () => ({ getSequence: () => ({}) }),
        };
      },
      createGrammarForJsonSchema: async (schema) => ({ schema }),
      dispose: async () => {
        isDisposed = true;
      },
    }),
    LlamaChat: class {
      readonly chatWrapper = {
        generateContextState: ({ chatHistory }: { readonly chatHistory: readonly LlamaHistoryItem[] }) => ({
          contextText: { tokenize: () => Array.from({ length: Math.ceil(JSON.stringify(chatHistory).length / 4) }) },
        }),
      };
      async generateResponse(
        history: readonly LlamaHistoryItem[],
        options: Parameters<InstanceType<LlamaModule['LlamaChat']>['generateResponse']>[1],
      ) {
        asked.push({ history, grammar: options.grammar, maxTokens: options.maxTokens });
        const response = says[n++] ?? '';
        for (const text of response.split(/(?<= )/)) {
          await Promise.resolve();
          options.onResponseChunk(
            text.startsWith('~') ? { type: 'segment', segmentType: 'thought', text: text.slice(1) } : { text },
          );
        }
        return { response, metadata: { stopReason } };
      }
    },
  };
  const loaded: unknown[] = [];
  const lane = createEmbeddedLane(config, {
    module: async () => module,
    threads: 1,
    onLoaded: (llama) => loaded.push(llama),
  });
  return { lane, asked, loaded, isDisposed: () => isDisposed };
}

async function ask(
  lane: ReturnType<typeof scripted>['lane'],
  more: Partial<LaneRequest> = {},
): Promise<{ events: LaneEvent[]; reply: LaneReply }> {
  const request = { system: 'S', messages: [user], tools, readBlob: async () => null, nextCallId: () => 'c1', ...more };
  const events: LaneEvent[] = [];
  for await (const event of lane.stream(request, new AbortController().signal)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'reply') throw new Error('no reply');
  return { events, reply: last.reply };
}

describe('a model inside the process', () => {
  test('streams text and thinking, and counts its own tokens', async () => {
    const { lane, asked, loaded } = scripted(['~Hm, one two three']);
    const { events, reply } = await ask(lane, { tools: [] });
    expect(
      events.map((event) =>
        event.type === 'notice'
          ? event.code
          : event.type === 'text' || event.type === 'thinking'
            ? `${event.type} ${event.text}`
            : event.type,
      ),
    ).toEqual(['MODEL_LOADING', 'thinking Hm, ', 'text one ', 'text two ', 'text three', 'reply']);
    expect(reply).toMatchObject({
      lane: 'tiny',
      stopReason: 'end',
      parts: [
        { type: 'thinking', text: 'Hm, ' },
        { type: 'text', text: 'one two three' },
      ],
      usage: { outputTokens: 5 },
    });
    expect(asked[0]?.history).toEqual([
      { type: 'system', text: 'S' },
      { type: 'user', text: 'Read a' },
    ]);
    expect(asked[0]?.grammar).toBeUndefined();
    expect(loaded).toHaveLength(1);
  });

  test('chooses a tool under a grammar of the choice', async () => {
    const { lane, asked } = scripted(['{"name": "read_file", "arguments": {"path": "a"}}']);
    const { reply } = await ask(withForcedChoice(lane));
    expect(reply).toMatchObject({
      stopReason: 'calls',
      parts: [{ type: 'call', name: 'read_file', arguments: '{"path":"a"}' }],
    });
    expect(asked[0]?.grammar).toMatchObject({
      schema: {
        oneOf: [{ properties: { name: { const: 'read_file' } } }, { properties: { name: { const: 'answer' } } }],
      },
    });
  });

  test('says when the conversation does not fit, before the model is bothered', async () => {
    const { lane, asked } = scripted(['x']);
    const long = { role: 'user', parts: [{ type: 'text', text: 'word '.repeat(3_000) }] } as const;
    await expect(ask(lane, { messages: [long] })).rejects.toMatchObject({
      kind: 'context-overflow',
      message: expect.stringContaining('2048'),
    });
    expect(asked).toEqual([]);
  });

  test('a limit of length is told', async () => {
    const { lane } = scripted(['one two'], 'maxTokens');
    expect((await ask(lane, { tools: [] })).reply.stopReason).toBe('length');
  });

  test('a file or an add-on that is not there says what to do', async () => {
    const missing = createEmbeddedLane(config, {
      module: async () => {
        throw new Error("Cannot find module 'x'\nstack");
      },
      threads: 1,
      onLoaded: () => undefined,
    });
    await expect(ask(missing)).rejects.toMatchObject({
      kind: 'not-found',
      message:
        "tiny: the add-on for embedded models is not installed (Cannot find module 'x'). Run: toolstone models add FILE.gguf",
    });
  });

  test('requests wait for each other', async () => {
    const { lane, asked } = scripted(['one two', 'three four']);
    const [first, second] = await Promise.all([ask(lane, { tools: [] }), ask(lane, { tools: [] })]);
    expect([first.reply.parts, second.reply.parts]).toMatchObject([[{ text: 'one two' }], [{ text: 'three four' }]]);
    expect(asked).toHaveLength(2);
  });
});
