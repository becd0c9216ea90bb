import type { Wire } from '@toolstone/protocol';

/** What is known of a provider before a model is named. */
export interface Provider {
  readonly wire: Wire;
  readonly baseUrl: string;
  /** Variables that may hold the key, the usual one first; none for servers that need no key. */
  readonly keyNames: readonly string[];
  /** The variable by which others have agreed to move the base URL. */
  readonly baseUrlNames: readonly string[];
}

/** The home of each wire. */
export const wireProviders: Readonly<Record<Exclude<Wire, 'embedded'>, Provider>> = {
  'openai-chat': {
    wire: 'openai-chat',
    baseUrl: 'https://api.openai.com/v1',
    keyNames: ['OPENAI_API_KEY'],
    baseUrlNames: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
  },
  'openai-responses': {
    wire: 'openai-responses',
    baseUrl: 'https://api.openai.com/v1',
    keyNames: ['OPENAI_API_KEY'],
    baseUrlNames: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
  },
  anthropic: {
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    keyNames: ['ANTHROPIC_API_KEY'],
    baseUrlNames: ['ANTHROPIC_BASE_URL'],
  },
  gemini: {
    wire: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrlNames: ['GOOGLE_GEMINI_BASE_URL'],
  },
};

/** Servers on this machine that speak Chat Completions, at the ports they take by themselves. */
export const localServers = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  vllm: 'http://127.0.0.1:8000/v1',
} as const;
type LocalServer = keyof typeof localServers;

/** A provider by the first part of `provider/model`: a wire, a vendor, or a local server. */
export function providerByName(name: string): Provider | undefined {
  const vendors: Readonly<Record<string, Provider>> = {
    ...wireProviders,
    // OpenAI's newer models call tools on this wire only.
    openai: wireProviders['openai-responses'],
    google: wireProviders.gemini,
  };
  if (Object.hasOwn(vendors, name)) return vendors[name];
  if (!Object.hasOwn(localServers, name)) return undefined;
  // Narrowed by the line above.
  return { wire: 'openai-chat', baseUrl: localServers[name as LocalServer], keyNames: [], baseUrlNames: [] };
}

/** The base URL as lanes use it: without a slash at the end, and with the path of its wire where it has none. */
export function normalBaseUrl(wire: Wire, url: string): string {
  const trimmed = url.trim().replace(/\/+$/, '');
  const path = URL.canParse(trimmed) ? new URL(trimmed).pathname : '/';
  switch (wire) {
    case 'anthropic':
      return trimmed.replace(/\/v1$/, '');
    case 'gemini':
      return path === '/' ? `${trimmed}/v1beta` : trimmed;
    default:
      return path === '/' ? `${trimmed}/v1` : trimmed;
  }
}

export function isOwnHost(wire: Wire, baseUrl: string): boolean {
  if (wire === 'embedded') return false;
  return hostOf(baseUrl) === hostOf(wireProviders[wire].baseUrl);
}

export function isLocalHost(baseUrl: string): boolean {
  const host = hostOf(baseUrl).replace(/:\d+$/, '');
  return (
    host === 'localhost' || host === '[::1]' || host.endsWith('.localhost') || /^127\./.test(host) || host === '0.0.0.0'
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
