import type { WireName } from './recorded-request.ts';

const defaultContextWindow = 128_000;
const maxOutputTokens = 8192;

/** The body of a model list in the form of each provider. */
export function modelListBody(wire: WireName, models: readonly string[], contextWindow: number | undefined): object {
  const entries = models.map((model) => modelEntry(wire, model, contextWindow));
  switch (wire) {
    case 'openai-chat':
    case 'openai-responses':
      return { object: 'list', data: entries };
    case 'anthropic':
      return { data: entries, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
    case 'gemini':
      return { models: entries };
  }
}

/** One entry of a model list, also the answer when one model is asked for. */
export function modelEntry(wire: WireName, model: string, contextWindow: number | undefined): object {
  const inputTokens = contextWindow ?? defaultContextWindow;
  switch (wire) {
    case 'openai-chat':
    case 'openai-responses':
      return { id: model, object: 'model', created: 0, owned_by: 'scripted' };
    case 'anthropic':
      return {
        type: 'model',
        id: model,
        display_name: model,
        created_at: '1970-01-01T00:00:00Z',
        max_input_tokens: inputTokens,
        max_tokens: maxOutputTokens,
      };
    case 'gemini':
      return {
        name: `models/${model}`,
        version: '1',
        displayName: model,
        inputTokenLimit: inputTokens,
        outputTokenLimit: maxOutputTokens,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      };
  }
}
