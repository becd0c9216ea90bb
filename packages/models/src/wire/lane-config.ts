import type { Capabilities, Effort, JsonObject, Wire } from '@toolstone/protocol';

/** Everything that one wire lane needs to know, resolved: no environment and no defaults are looked up later. */
export interface LaneConfig {
  /** The alias, or `provider/model`. */
  readonly id: string;
  readonly wire: Wire;
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** True where the base URL is the provider's own: parameters that only it knows may be sent. */
  readonly isOwnHost: boolean;
  readonly apiKey?: string;
  /** The variable that holds, or should hold, the key: named when the key is refused. */
  readonly apiKeyName?: string;
  readonly capabilities: Capabilities;
  readonly temperature?: number;
  readonly effort?: Effort;
  /** Sent as the limit of output when the request sets none; the provider's own limit when absent. */
  readonly maxOutputTokens?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraBody: JsonObject;
  readonly idleTimeoutMs: number;
}

/** The tokens to ask for: what the request or the settings say, never more than the model can. */
export function outputLimit(config: LaneConfig, asked: number | undefined): number | undefined {
  const wanted = asked ?? config.maxOutputTokens;
  return wanted === undefined ? undefined : Math.min(wanted, config.capabilities.max_output_tokens);
}
