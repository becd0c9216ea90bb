import { plainModelSettings } from '../create-lanes.ts';
import type { HttpClient } from '../http.ts';
import type { Environment } from '../lane-config-from-settings.ts';
import { isOwnHost, normalBaseUrl, type Provider, wireProviders } from '../providers.ts';
import type { DetectedLane } from './detected-lane.ts';
import { getJson } from './get-json.ts';
import { readModelList } from './model-list.ts';

/** The model that each provider is taken with when none is named: what it recommends for everyday work with tools. */
const everydayModels = {
  openai: 'gpt-6.1-sol',
  anthropic: 'claude-sonnet-5-5',
  gemini: 'gemini-3.8-flash',
} as const;

export interface EnvironmentOptions {
  readonly env: Environment;
  readonly http: HttpClient;
  /** For the question which models a server has; asked only of servers that are not a provider's own. */
  readonly timeoutMs: number;
}

/** A lane for every provider whose key, or whose base URL, is in the environment. */
export async function lanesInEnvironment(
  options: EnvironmentOptions,
  signal: AbortSignal,
): Promise<readonly DetectedLane[]> {
  const found = await Promise.all([
    laneOf('openai', wireProviders['openai-responses'], 'OPENAI_MODEL', options, signal),
    laneOf('anthropic', wireProviders.anthropic, 'ANTHROPIC_MODEL', options, signal),
    laneOf('gemini', wireProviders.gemini, 'GEMINI_MODEL', options, signal),
  ]);
  return found.filter((lane) => lane !== undefined);
}

async function laneOf(
  name: keyof typeof everydayModels,
  provider: Provider,
  modelName: string,
  options: EnvironmentOptions,
  signal: AbortSignal,
): Promise<DetectedLane | undefined> {
  const { env } = options;
  const isSet = (variable: string) => (env[variable] ?? '').trim() !== '';
  const keyName = provider.keyNames.find(isSet);
  const urlName = provider.baseUrlNames.find(isSet);
  if (keyName === undefined && urlName === undefined) return undefined;
  const baseUrl = normalBaseUrl(provider.wire, env[urlName ?? ''] ?? provider.baseUrl);
  const isOwn = isOwnHost(provider.wire, baseUrl);
  // A key without its own host is fine; its own host without a key is not.
  if (isOwn && keyName === undefined) return undefined;
  const chosen = (env[modelName] ?? '').trim();
  const sources = [keyName, urlName].filter((source) => source !== undefined).join(' and ');
  if (isOwn || name !== 'openai') {
    const model = chosen === '' ? everydayModels[name] : chosen;
    const settings = plainModelSettings(provider.wire, model, keyName === undefined ? {} : { api_key_env: keyName });
    return { name, settings: withBaseUrl(settings, isOwn, baseUrl), how: `${sources} in the environment` };
  }
  // Whoever moves OpenAI's base URL means a compatible server, and most of those speak the older wire only.
  const model = chosen === '' ? await firstModel(baseUrl, keyName, options, signal) : chosen;
  if (model === undefined) return undefined;
  const settings = plainModelSettings('openai-chat', model, keyName === undefined ? {} : { api_key_env: keyName });
  return { name, settings: withBaseUrl(settings, isOwn, baseUrl), how: `${sources} in the environment` };
}

function withBaseUrl(settings: DetectedLane['settings'], isOwn: boolean, baseUrl: string): DetectedLane['settings'] {
  return isOwn ? settings : { ...settings, base_url: baseUrl };
}

async function firstModel(
  baseUrl: string,
  keyName: string | undefined,
  options: EnvironmentOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  const key = keyName === undefined ? undefined : options.env[keyName];
  const headers = key === undefined ? {} : { authorization: `Bearer ${key.trim()}` };
  const list = await getJson(options.http, { url: `${baseUrl}/models`, headers, timeoutMs: options.timeoutMs }, signal);
  return readModelList(list)?.[0]?.id;
}
