import type { Json } from '@toolstone/protocol';
import { asObject } from './read-json.ts';

/**
 * What a wire must get back unchanged, with whose it is. Signatures and encrypted reasoning are bound to the model
 * that made them, so they go back only where wire and model are the same, whatever the lane is called by then.
 */
export interface OpaqueOwner {
  readonly wire: string;
  readonly model: string;
}

export function sealOpaque(owner: OpaqueOwner, data: Json): Json {
  return { wire: owner.wire, model: owner.model, data };
}

/** The data, if this owner may have it. */
export function openOpaque(owner: OpaqueOwner, provider: Json | undefined): Json | undefined {
  const sealed = asObject(provider);
  if (sealed === undefined || sealed['wire'] !== owner.wire || sealed['model'] !== owner.model) return undefined;
  // It was a Json when it was sealed, and the log keeps Json.
  return sealed['data'] as Json | undefined;
}
