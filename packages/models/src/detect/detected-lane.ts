import type { Capabilities, ModelSettings } from '@toolstone/protocol';
import { plainModelSettings } from '../create-lanes.ts';

/** A model that can be used without configuration. */
export interface DetectedLane {
  /** What to call it: `anthropic`, `ollama`. */
  readonly name: string;
  readonly settings: ModelSettings;
  /** For the person, one line: where it was found. */
  readonly how: string;
}

export function localLane(
  name: string,
  found: {
    readonly baseUrl: string;
    readonly model: string;
    readonly capabilities: Partial<Capabilities>;
    readonly how: string;
  },
): DetectedLane {
  const settings = plainModelSettings('openai-chat', found.model, {
    base_url: found.baseUrl,
    capabilities: found.capabilities,
    // One person's machine answers one thing at a time.
    max_concurrency: 1,
  });
  return { name, settings, how: found.how };
}
