import type { HttpClient } from '../http.ts';
import type { Environment } from '../lane-config-from-settings.ts';
import { localServers } from '../providers.ts';
import type { DetectedLane } from './detected-lane.ts';
import { lanesInEnvironment } from './keys-in-environment.ts';
import { type ProbeOptions, probeLocalServers } from './local-servers.ts';

export interface DetectOptions {
  readonly env: Environment;
  readonly http: HttpClient;
  /** True looks everywhere; else the first place that has a lane ends the search, as a start must not wait. */
  readonly all?: boolean;
  /** For each question to a local server; all are asked at once. */
  readonly localTimeoutMs?: number;
  readonly remoteTimeoutMs?: number;
  readonly localBaseUrls?: ProbeOptions['baseUrls'];
  /** The embedded model, if its add-on and a model file are installed. */
  readonly findEmbedded?: () => Promise<DetectedLane | undefined>;
}

/**
 * The lanes that are there without configuration, the best first: keys in the environment, then servers on this
 * machine, then an embedded model.
 */
export async function detectLanes(options: DetectOptions, signal: AbortSignal): Promise<readonly DetectedLane[]> {
  const { env, http } = options;
  const places: readonly (() => Promise<readonly DetectedLane[]>)[] = [
    () => lanesInEnvironment({ env, http, timeoutMs: options.remoteTimeoutMs ?? 3_000 }, signal),
    () => {
      const moved = env['OLLAMA_HOST'];
      const baseUrls = moved === undefined || moved === '' ? {} : { ollama: ollamaUrl(moved) };
      const timeoutMs = options.localTimeoutMs ?? 300;
      return probeLocalServers({ http, timeoutMs, baseUrls: { ...baseUrls, ...options.localBaseUrls } }, signal);
    },
    async () => {
      const embedded = await options.findEmbedded?.();
      return embedded === undefined ? [] : [embedded];
    },
  ];
  const found: DetectedLane[] = [];
  for (const look of places) {
    found.push(...(await look()));
    if (found.length > 0 && options.all !== true) break;
  }
  return found;
}

/** `OLLAMA_HOST` is a host, a host with a port or an address; a server's "all interfaces" is this machine for a client. */
function ollamaUrl(host: string): string {
  const address = host.includes('://') ? host : `http://${host}`;
  if (!URL.canParse(address)) return localServers.ollama;
  const url = new URL(address);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.port === '' && url.protocol === 'http:') url.port = '11434';
  return `${url.origin}/v1`;
}
