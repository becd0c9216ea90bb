import type { Message } from '@toolstone/kernel';
import { wireToolName } from '../tool-names.ts';

/** What all wires take as the id of a call. */
const validId = /^[A-Za-z0-9_-]{1,40}$/;

/**
 * The id on the wire of every call in a conversation: the provider's own where it is valid and used once (some local
 * servers number their calls anew in each reply, and two calls of one reply may share an id), else one made of ours.
 */
export function wireCallIds(messages: readonly Message[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const part of message.parts) {
      if (part.type !== 'call') continue;
      const own = part.providerCallId;
      const id = own !== undefined && validId.test(own) && !used.has(own) ? own : derivedId(part.callId);
      used.add(id);
      ids.set(part.callId, id);
    }
  }
  return ids;
}

/** A call id of ours in the form that all wires take. */
export function derivedId(callId: string): string {
  if (validId.test(callId)) return callId;
  const name = wireToolName(`call_${callId}`);
  return name.length <= 40 ? name : `call_${name.slice(-35)}`;
}
