import type { Capabilities } from '@toolstone/protocol';
import type { HttpClient } from '../http.ts';
import { localServers } from '../providers.ts';
import { asArray, asNumber, asObject, asString, type ReadObject } from '../wire/read-json.ts';
import { type DetectedLane, localLane } from './detected-lane.ts';
import { getJson } from './get-json.ts';
import { isChatModel, readModelList } from './model-list.ts';

export interface ProbeOptions {
  readonly http: HttpClient;
  /** For one question to one server. */
  readonly timeoutMs: number;
  /** Base URLs instead of the usual ones. */
  readonly baseUrls?: Partial<Record<keyof typeof localServers, string>>;
}

/** Asks the usual local servers at once whether they are there, and takes the model that each would answer with. */
export async function probeLocalServers(options: ProbeOptions, signal: AbortSignal): Promise<readonly DetectedLane[]> {
  const urls = { ...localServers, ...options.baseUrls };
  const found = await Promise.all([
    probeOllama(urls.ollama, options, signal),
    probeLmStudio(urls.lmstudio, options, signal),
    probeLlamaCpp(urls.llamacpp, options, signal),
    probeVllm(urls.vllm, options, signal),
  ]);
  return found.filter((lane) => lane !== undefined);
}

type Probe = (baseUrl: string, options: ProbeOptions, signal: AbortSignal) => Promise<DetectedLane | undefined>;

function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/v1\/?$/, '');
}

/** https://docs.ollama.com/api */
const probeOllama: Probe = async (baseUrl, { http, timeoutMs }, signal) => {
  const root = rootOf(baseUrl);
  const ask = (path: string, body?: unknown) =>
    getJson(http, { url: `${root}${path}`, timeoutMs, ...(body === undefined ? {} : { body }) }, signal);
  const tags = asObject(await ask('/api/tags'));
  if (!Array.isArray(tags?.['models'])) return undefined;
  const loaded = asArray(asObject(await ask('/api/ps'))?.['models']).map((model) => asObject(model) ?? {});
  const names = [...loaded, ...asArray(tags['models']).map((model) => asObject(model) ?? {})].map(
    (model) => asString(model['name']) ?? '',
  );
  const model = names.find((name) => name !== '' && isChatModel(name));
  if (model === undefined) return undefined;
  const shown = asObject(await ask('/api/show', { model }));
  const can = asArray(shown?.['capabilities']);
  const window = asNumber(loaded.find((entry) => entry['name'] === model)?.['context_length']);
  const capabilities: Partial<Capabilities> = {
    ...(window === undefined || window < 1_024 ? {} : { context_window: window }),
    ...(can.includes('vision') ? { vision: true } : {}),
    // Without tools in its template the server refuses a request that has some.
    ...(can.length > 0 && !can.includes('tools') ? { tool_calls: 'text' as const } : {}),
  };
  return localLane('ollama', { baseUrl, model, capabilities, how: `Ollama at ${hostOf(root)} has ${model}` });
};

/** https://lmstudio.ai/docs/developer/rest/endpoints */
const probeLmStudio: Probe = async (baseUrl, { http, timeoutMs }, signal) => {
  const root = rootOf(baseUrl);
  const models = asArray(asObject(await getJson(http, { url: `${root}/api/v0/models`, timeoutMs }, signal))?.['data'])
    .map((model) => asObject(model) ?? {})
    .filter((model) => model['type'] === 'llm' || model['type'] === 'vlm');
  const best = models.find((model) => model['state'] === 'loaded') ?? models[0];
  const model = asString(best?.['id']);
  if (best === undefined || model === undefined) return undefined;
  const window = asNumber(best['loaded_context_length']);
  const capabilities: Partial<Capabilities> = {
    ...(window === undefined || window < 1_024 ? {} : { context_window: window }),
    ...(best['type'] === 'vlm' ? { vision: true } : {}),
  };
  return localLane('lmstudio', { baseUrl, model, capabilities, how: `LM Studio at ${hostOf(root)} has ${model}` });
};

/** https://github.com/ggml-org/llama.cpp/tree/master/tools/server */
const probeLlamaCpp: Probe = async (baseUrl, { http, timeoutMs }, signal) => {
  const root = rootOf(baseUrl);
  const [list, props] = await Promise.all([
    getJson(http, { url: `${baseUrl}/models`, timeoutMs }, signal),
    getJson(http, { url: `${root}/props`, timeoutMs }, signal),
  ]);
  const model = readModelList(list)?.[0];
  // Many things listen at this port; only a list of models means a model server.
  if (model === undefined) return undefined;
  const known = asObject(props);
  const window = asNumber(asObject(known?.['default_generation_settings'])?.['n_ctx']);
  const capabilities: Partial<Capabilities> = {
    ...(window === undefined || window < 1_024 ? {} : { context_window: window }),
    ...(asObject(known?.['modalities'])?.['vision'] === true ? { vision: true } : {}),
  };
  const name = known === undefined ? 'A model server' : 'llama.cpp';
  return localLane('llamacpp', {
    baseUrl,
    model: model.id,
    capabilities,
    how: `${name} at ${hostOf(root)} has ${model.id}`,
  });
};

/** https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
const probeVllm: Probe = async (baseUrl, { http, timeoutMs }, signal) => {
  const list = await getJson(http, { url: `${baseUrl}/models`, timeoutMs }, signal);
  const model = readModelList(list)?.[0];
  if (model === undefined) return undefined;
  const owner = asString(firstOf(list)?.['owned_by']);
  const window = model.contextWindow;
  const capabilities: Partial<Capabilities> = window === undefined || window < 1_024 ? {} : { context_window: window };
  const name = owner === 'vllm' ? 'vLLM' : 'A model server';
  return localLane('vllm', {
    baseUrl,
    model: model.id,
    capabilities,
    how: `${name} at ${hostOf(baseUrl)} has ${model.id}`,
  });
};

function firstOf(list: unknown): ReadObject | undefined {
  return asObject(asArray(asObject(list)?.['data'])[0]);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
