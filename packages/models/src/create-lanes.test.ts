import { startScriptedModel } from '@toolstone/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createLanes, plainModelSettings, type ResolvedLane } from './create-lanes.ts';
import { createNodeModelPorts } from './node/model-ports.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function lanes(env: Record<string, string>, models = {}, fallback_models: string[] = []) {
  const ports = createNodeModelPorts({ now: () => 0, monotonic: () => 0, sleep: async () => undefined });
  cleanups.push(() => ports.http.close());
  return createLanes({ settings: { models, fallback_models }, env, ports });
}
const said = async (resolved: ResolvedLane) => {
  if (!resolved.ok) return resolved.failure;
  const request = {
    system: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }],
    tools: [],
    readBlob: async () => null,
    nextCallId: () => 'c',
  } as const;
  for await (const event of resolved.lane.stream(request, new AbortController().signal))
    if (event.type === 'reply') return event.reply;
  return undefined;
};

describe('lanes by name', () => {
  test('a provider and a model, or a local server and a model', () => {
    const known = lanes({ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GOOGLE_API_KEY: 'k' });
    const found = [
      'openai/gpt-6.1-sol',
      'anthropic/claude-sonnet-5-5',
      'google/gemini-3.8-flash',
      'ollama/hf.co/org/model:7b',
      'openai-chat/gpt-4.1',
    ].map((name) => {
      const resolved = known.resolve(name);
      return resolved.ok
        ? [resolved.lane.id, resolved.lane.model, resolved.lane.capabilities.context_window]
        : resolved.failure;
    });
    expect(found).toEqual([
      ['openai/gpt-6.1-sol', 'gpt-6.1-sol', 1_050_000],
      ['anthropic/claude-sonnet-5-5', 'claude-sonnet-5-5', 1_000_000],
      ['google/gemini-3.8-flash', 'gemini-3.8-flash', 1_048_576],
      ['ollama/hf.co/org/model:7b', 'hf.co/org/model:7b', 32_768],
      ['openai-chat/gpt-4.1', 'gpt-4.1', 1_047_576],
    ]);
  });

  test('says what is wrong and what to do', () => {
    const known = lanes(
      {},
      {
        fast: plainModelSettings('anthropic', 'claude-haiku-5-5', { api_key_env: 'MY_KEY' }),
        odd: plainModelSettings('openai-chat', 'x', { base_url: 'ftp://x' }),
      },
    );
    expect([
      known.resolve('slow'),
      known.resolve('fast'),
      known.resolve('gemini/gemini-3.8-flash'),
      known.resolve('odd'),
    ]).toMatchInlineSnapshot(`
      [
        {
          "failure": {
            "code": "MODEL_UNKNOWN",
            "message": "There is no model called "slow"",
            "nextStep": "Configured are fast, odd; or write provider/model, such as anthropic/claude-sonnet-5-5 or ollama/qwen3:8b",
          },
          "ok": false,
        },
        {
          "failure": {
            "code": "MODEL_KEY_MISSING",
            "message": "The model fast needs a key, and MY_KEY is not set",
            "nextStep": "Set MY_KEY in the environment, or name another variable in api_key_env of the model",
          },
          "ok": false,
        },
        {
          "failure": {
            "code": "MODEL_KEY_MISSING",
            "message": "The model gemini/gemini-3.8-flash needs a key, and neither GEMINI_API_KEY nor GOOGLE_API_KEY is set",
            "nextStep": "Set GEMINI_API_KEY in the environment, or name another variable in api_key_env of the model",
          },
          "ok": false,
        },
        {
          "failure": {
            "code": "MODEL_BASE_URL_INVALID",
            "message": "The base URL of the model odd is not an HTTP address: ftp://x/v1",
            "nextStep": "Give it in full, such as http://127.0.0.1:8080/v1",
          },
          "ok": false,
        },
      ]
    `);
  });

  test('a key goes to its provider, to a server that a person just named, and to no configured one', async () => {
    const model = await startScriptedModel({ script: [{ text: 'ok', repeat: 'forever' }] });
    cleanups.push(() => model.close());
    const env = { OPENAI_API_KEY: 'usual', OTHER: 'other' };
    const at = (more: object) => plainModelSettings('openai-chat', 'm', { base_url: model.chatBaseUrl, ...more });
    const known = lanes(env, { plain: at({}), named: at({ api_key_env: 'OTHER' }) });
    await said(known.resolve('plain'));
    await said(known.resolve('named'));
    await said(known.adHoc({ provider: 'openai-chat', baseUrl: model.url, model: 'm' }));
    await said(lanes({ ...env, OPENAI_BASE_URL: model.url }).resolve('openai-chat/m'));
    expect(model.requests.map((request) => request.headers['authorization'])).toEqual([
      undefined,
      'Bearer other',
      'Bearer usual',
      'Bearer usual',
    ]);
  });

  test('flags name a lane on any wire', async () => {
    const model = await startScriptedModel({ script: [{ text: 'ok', repeat: 'forever' }] });
    cleanups.push(() => model.close());
    const known = lanes({});
    for (const provider of ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const) {
      expect(await said(known.adHoc({ provider, baseUrl: `${model.url}/`, model: 'some-model' }))).toMatchObject({
        lane: `${provider}/some-model`,
        stopReason: 'end',
      });
    }
    expect(model.requests.map((request) => request.wire)).toEqual([
      'openai-chat',
      'openai-responses',
      'anthropic',
      'gemini',
    ]);
    expect(model.problems()).toEqual([]);
  });

  test('fallback models stand behind each lane but those that were asked for by flags', async () => {
    const model = await startScriptedModel({
      script: [
        { when: { model: 'bad' }, error: { kind: 'not-found' }, repeat: 'forever' },
        { text: 'ok', repeat: 'forever' },
      ],
    });
    cleanups.push(() => model.close());
    const at = (name: string) => plainModelSettings('openai-chat', name, { base_url: model.chatBaseUrl });
    const known = lanes({}, { bad: at('bad'), good: at('good') }, ['good', 'gone']);
    const resolved = known.resolve('bad');
    expect(resolved).toMatchObject({ ok: true, warnings: ['Fallback: There is no model called "gone"'] });
    expect(await said(resolved)).toMatchObject({ lane: 'good' });
    await expect(said(known.adHoc({ baseUrl: model.chatBaseUrl, model: 'bad' }))).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('an unreachable server is told as such, after its retries', async () => {
    const known = lanes(
      {},
      { off: plainModelSettings('openai-chat', 'm', { base_url: 'http://127.0.0.1:9/v1', max_retries: 1 }) },
    );
    await expect(said(known.resolve('off'))).rejects.toMatchObject({ kind: 'unreachable', lane: 'off' });
  });
});
