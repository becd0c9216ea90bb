import type { Capabilities, ModelSettings, Wire } from '@toolstone/protocol';
import { anthropicModels } from './anthropic-models.ts';
import { geminiModels } from './gemini-models.ts';
import { longestPrefix } from './model-row.ts';
import { openModel } from './open-models.ts';
import { openaiModels } from './openai-models.ts';

/** What is assumed of a model that nobody has described: little, so that nothing is sent that it may refuse. */
export const modestCapabilities: Capabilities = {
  context_window: 32_768,
  max_output_tokens: 8_192,
  vision: false,
  thinking: 'none',
  tool_calls: 'native',
  parallel_calls: true,
  prompt_cache: false,
  finish_reason_optional: false,
  system_messages: true,
  temperature: true,
  token_parameter: 'max_tokens',
};

/** A model inside this process: its window costs memory of ours, and no model of that size calls tools unforced. */
const embedded: Partial<Capabilities> = {
  context_window: 8_192,
  max_output_tokens: 2_048,
  tool_calls: 'forced',
  parallel_calls: false,
};

export interface ModelIdentity {
  readonly wire: Wire;
  readonly model: string;
  /** The base URL is the provider's own. */
  readonly isOwnHost: boolean;
  /** The server runs on this machine. */
  readonly isLocal: boolean;
}

/**
 * What a model can do: from the table of its provider by the longest prefix of its name, from modest defaults where
 * the server is not the provider's own, and then from the settings, which override every key.
 */
export function modelCapabilities(identity: ModelIdentity, overrides: ModelSettings['capabilities']): Capabilities {
  return { ...modestCapabilities, ...known(identity), ...defined(overrides) };
}

function known({ wire, model, isOwnHost, isLocal }: ModelIdentity): Partial<Capabilities> {
  const name = (model.split('/').at(-1) ?? model).toLowerCase();
  switch (wire) {
    case 'anthropic':
      // Gateways to Anthropic keep its names; other models on its wire are described by their owner.
      return longestPrefix(anthropicModels, name) ?? {};
    case 'gemini':
      return longestPrefix(geminiModels, name) ?? {};
    case 'openai-chat':
    case 'openai-responses':
      return isOwnHost ? (longestPrefix(openaiModels, name) ?? {}) : modestWindow(openModel(model), isLocal);
    case 'embedded':
      return { ...embedded, ...(openModel(model).system_messages === false ? { system_messages: false } : {}) };
  }
}

/** A server on this machine rarely runs a model at its full window: memory sets it, and only the server knows. */
function modestWindow(capabilities: Partial<Capabilities>, isLocal: boolean): Partial<Capabilities> {
  const window = capabilities.context_window;
  if (!isLocal || window === undefined || window <= modestCapabilities.context_window) return capabilities;
  return { ...capabilities, context_window: modestCapabilities.context_window };
}

function defined(overrides: ModelSettings['capabilities']): Partial<Capabilities> {
  return Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
}
