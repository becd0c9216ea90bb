import { asArray, asNumber, asObject, asString } from '../wire/read-json.ts';

export interface ListedModel {
  readonly id: string;
  /** Tokens, where the server says. */
  readonly contextWindow?: number;
}

/** Models that do something other than chat, by how they are named. */
const notForChat = /embed|rerank|whisper|tts|bge-|minilm|clip|stable-diffusion|flux|moderation/i;

/** The chat models of an answer of `GET /v1/models`; undefined where it is not such an answer. */
export function readModelList(answer: unknown): readonly ListedModel[] | undefined {
  const data = asObject(answer)?.['data'];
  if (!Array.isArray(data)) return undefined;
  return asArray(data).flatMap((entry) => {
    const model = asObject(entry);
    const id = asString(model?.['id']);
    if (id === undefined || notForChat.test(id)) return [];
    // vLLM says it beside the name, llama.cpp among what it trained on.
    const window = asNumber(model?.['max_model_len']);
    return [{ id, ...(window === undefined ? {} : { contextWindow: window }) }];
  });
}

export function isChatModel(name: string): boolean {
  return !notForChat.test(name);
}
