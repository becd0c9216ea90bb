import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttpClient } from '../node/http-client.ts';
import { detectLanes } from './detect-lanes.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server that answers each path with JSON, and everything else with 404. */
async function serve(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end('<html>not here</html>');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const nowhere = {
  ollama: 'http://127.0.0.1:9/v1',
  lmstudio: 'http://127.0.0.1:9/v1',
  llamacpp: 'http://127.0.0.1:9/v1',
  vllm: 'http://127.0.0.1:9/v1',
};

async function detect(env: Record<string, string>, localBaseUrls: Partial<typeof nowhere> = {}, more = {}) {
  const http = createHttpClient();
  cleanups.push(() => http.close());
  const found = await detectLanes(
    { env, http, localTimeoutMs: 2_000, localBaseUrls: { ...nowhere, ...localBaseUrls }, ...more },
    new AbortController().signal,
  );
  return found.map(({ name, settings, how }) => ({
    name,
    how,
    provider: settings.provider,
    model: settings.model,
    base_url: settings.base_url,
    key: settings.api_key_env,
    capabilities: settings.capabilities,
  }));
}

describe('lanes without configuration', () => {
  test('keys in the environment, in their order', async () => {
    expect(
      await detect({
        OPENAI_API_KEY: 'a',
        ANTHROPIC_API_KEY: 'b',
        GOOGLE_API_KEY: 'c',
        ANTHROPIC_MODEL: 'claude-opus-5-5',
      }),
    ).toMatchObject([
      { name: 'openai', provider: 'openai-responses', key: 'OPENAI_API_KEY', how: 'OPENAI_API_KEY in the environment' },
      { name: 'anthropic', provider: 'anthropic', model: 'claude-opus-5-5', key: 'ANTHROPIC_API_KEY' },
      { name: 'gemini', provider: 'gemini', key: 'GOOGLE_API_KEY' },
    ]);
  });

  test('a moved OpenAI address is a compatible server, asked for its models', async () => {
    const url = await serve({ '/v1/models': { data: [{ id: 'text-embedding-3' }, { id: 'qwen3' }] } });
    expect(await detect({ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k' })).toMatchObject([
      {
        name: 'openai',
        provider: 'openai-chat',
        model: 'qwen3',
        base_url: `${url}/v1`,
        how: 'OPENAI_API_KEY and OPENAI_BASE_URL in the environment',
      },
    ]);
  });

  test('nothing there is an empty list', async () => {
    expect(await detect({ OPENAI_API_KEY: ' ' })).toEqual([]);
  });

  test('Ollama, with what it says of the model that it has loaded', async () => {
    const url = await serve({
      '/api/tags': { models: [{ name: 'nomic-embed-text' }, { name: 'llava:7b' }] },
      '/api/ps': { models: [{ name: 'gemma3:4b', context_length: 8192 }] },
      '/api/show': { capabilities: ['completion', 'vision'] },
    });
    expect(await detect({}, { ollama: `${url}/v1` })).toMatchObject([
      {
        name: 'ollama',
        model: 'gemma3:4b',
        capabilities: { context_window: 8192, vision: true, tool_calls: 'text' },
        how: expect.stringContaining('has gemma3:4b'),
      },
    ]);
  });

  test('LM Studio, llama.cpp and vLLM, at once and in this order', async () => {
    const lmstudio = await serve({
      '/api/v0/models': {
        data: [
          { id: 'a', type: 'embeddings', state: 'loaded' },
          { id: 'b', type: 'llm', state: 'not-loaded' },
          { id: 'c', type: 'vlm', state: 'loaded', loaded_context_length: 4096 },
        ],
      },
    });
    const llamacpp = await serve({
      '/v1/models': { data: [{ id: 'm.gguf' }] },
      '/props': { default_generation_settings: { n_ctx: 16384 }, modalities: { vision: true } },
    });
    const vllm = await serve({ '/v1/models': { data: [{ id: 'org/big', owned_by: 'vllm', max_model_len: 131072 }] } });
    expect(
      await detect({}, { lmstudio: `${lmstudio}/v1`, llamacpp: `${llamacpp}/v1`, vllm: `${vllm}/v1` }),
    ).toMatchObject([
      { name: 'lmstudio', model: 'c', capabilities: { context_window: 4096, vision: true } },
      { name: 'llamacpp', model: 'm.gguf', capabilities: { context_window: 16384, vision: true } },
      { name: 'vllm', model: 'org/big', capabilities: { context_window: 131072 } },
    ]);
  });

  test('something else at such a port is no model server', async () => {
    const url = await serve({ '/v1/models': { hello: 'world' }, '/api/tags': [] });
    expect(
      await detect({}, { ollama: `${url}/v1`, lmstudio: `${url}/v1`, llamacpp: `${url}/v1`, vllm: `${url}/v1` }),
    ).toEqual([]);
  });

  test('a server that does not answer in time is passed over', async () => {
    const server = createServer(() => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    expect(await detect({}, { vllm: url }, { localTimeoutMs: 50 })).toEqual([]);
  });
});
