import type { Failure, ModelSettings } from '@toolstone/protocol';
import { modelCapabilities } from './capabilities/model-capabilities.ts';
import { isLocalHost, isOwnHost, normalBaseUrl, type Provider, wireProviders } from './providers.ts';
import type { LaneConfig } from './wire/lane-config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ConfigOutcome =
  | { readonly ok: true; readonly config: LaneConfig }
  | { readonly ok: false; readonly failure: Failure };

export interface ConfigSource {
  readonly id: string;
  readonly settings: ModelSettings;
  readonly env: Environment;
  /**
   * Whether the provider's usual key may go to a base URL that is not its own. Only where a person has just said so:
   * a configured address gets the key that its `api_key_env` names and no other.
   */
  readonly mayShareKey: boolean;
}

/** Everything a wire lane needs, from its settings and the environment. */
export function laneConfig(source: ConfigSource): ConfigOutcome {
  const { id, settings, env } = source;
  if (settings.provider === 'embedded') return embeddedConfig(source);
  const provider = wireProviders[settings.provider];
  const fromEnv = provider.baseUrlNames.map((name) => env[name]).find((url) => url !== undefined && url !== '');
  const baseUrl = normalBaseUrl(provider.wire, settings.base_url ?? fromEnv ?? provider.baseUrl);
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl)) return notAnAddress(id, baseUrl);
  const isOwn = isOwnHost(provider.wire, baseUrl);
  // A base URL from the environment was meant together with the key there.
  const takesUsualKey = isOwn || source.mayShareKey || settings.base_url === undefined;
  const key = findKey(settings, provider, env, takesUsualKey);
  if (key.value === undefined && (isOwn || settings.api_key_env !== undefined)) return missingKey(id, key.names);
  const identity = { wire: provider.wire, model: settings.model, isOwnHost: isOwn, isLocal: isLocalHost(baseUrl) };
  return {
    ok: true,
    config: {
      id,
      wire: provider.wire,
      model: settings.model,
      baseUrl,
      isOwnHost: isOwn,
      ...(key.value === undefined ? {} : { apiKey: key.value }),
      ...(key.names[0] === undefined ? {} : { apiKeyName: key.names.join(' or ') }),
      capabilities: modelCapabilities(identity, settings.capabilities),
      ...common(settings),
    },
  };
}

function common(settings: ModelSettings) {
  const { max_output_tokens: maxOutputTokens } = settings.capabilities;
  return {
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.effort === undefined ? {} : { effort: settings.effort }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    headers: settings.headers,
    extraBody: settings.extra_body,
    idleTimeoutMs: settings.idle_timeout_seconds * 1000,
  };
}

function embeddedConfig({ id, settings }: ConfigSource): ConfigOutcome {
  const identity = { wire: 'embedded' as const, model: settings.model, isOwnHost: false, isLocal: true };
  return {
    ok: true,
    config: {
      id,
      wire: 'embedded',
      model: settings.model,
      baseUrl: settings.path ?? settings.model,
      isOwnHost: false,
      capabilities: modelCapabilities(identity, settings.capabilities),
      ...common(settings),
    },
  };
}

interface FoundKey {
  readonly names: readonly string[];
  readonly value: string | undefined;
}

function findKey(settings: ModelSettings, provider: Provider, env: Environment, takesUsualKey: boolean): FoundKey {
  const names = settings.api_key_env !== undefined ? [settings.api_key_env] : takesUsualKey ? provider.keyNames : [];
  const found = names.find((name) => (env[name] ?? '').trim() !== '');
  return { names, value: found === undefined ? undefined : env[found]?.trim() };
}

function missingKey(id: string, names: readonly string[]): ConfigOutcome {
  const unset = names.length > 1 ? `neither ${names.join(' nor ')} is set` : `${names[0] ?? 'its variable'} is not set`;
  return {
    ok: false,
    failure: {
      code: 'MODEL_KEY_MISSING',
      message: `The model ${id} needs a key, and ${unset}`,
      nextStep: `Set ${names[0] ?? 'the variable'} in the environment, or name another variable in api_key_env of the model`,
    },
  };
}

function notAnAddress(id: string, baseUrl: string): ConfigOutcome {
  return {
    ok: false,
    failure: {
      code: 'MODEL_BASE_URL_INVALID',
      message: `The base URL of the model ${id} is not an HTTP address: ${baseUrl}`,
      nextStep: 'Give it in full, such as http://127.0.0.1:8080/v1',
    },
  };
}
