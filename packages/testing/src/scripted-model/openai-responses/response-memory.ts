import { stringOf } from '../loose.ts';
import type { InputItem } from './responses-body.ts';

/** Responses that the client let the server store, for `previous_response_id` and references to items. */
export interface ResponseMemory {
  /** Everything up to and including the output of a response; null for an unknown one. */
  history(responseId: string): readonly InputItem[] | null;
  item(itemId: string): InputItem | null;
  store(responseId: string, items: readonly InputItem[]): void;
}

export function createResponseMemory(): ResponseMemory {
  const responses = new Map<string, readonly InputItem[]>();
  const items = new Map<string, InputItem>();
  return {
    history: (responseId) => responses.get(responseId) ?? null,
    item: (itemId) => items.get(itemId) ?? null,
    store: (responseId, all) => {
      responses.set(responseId, all);
      for (const item of all) {
        if (item.id !== undefined) items.set(stringOf(item.id), item);
      }
    },
  };
}
