import type { Capabilities, Effort } from '@toolstone/protocol';
import { type ModelRow, price } from './model-row.ts';

/** What Gemini models have in common. https://ai.google.dev/gemini-api/docs/models and …/pricing, November 2026. */
const base: Partial<Capabilities> = {
  context_window: 1_048_576,
  max_output_tokens: 65_536,
  vision: true,
  temperature: true,
  // Prompts are cached without a mark; there is none to set.
  prompt_cache: false,
};
const old: Partial<Capabilities> = { ...base, max_output_tokens: 8_192 };
const noBudget: readonly Effort[] = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

function levels(efforts: readonly Effort[], more: Partial<Capabilities>): Partial<Capabilities> {
  return { ...base, thinking: 'effort', efforts: [...efforts], ...more };
}
const flash: readonly Effort[] = ['minimal', 'low', 'medium', 'high'];
const deep: readonly Effort[] = ['low', 'medium', 'high'];

export const geminiModels: readonly ModelRow[] = [
  ['gemini-1.5-pro', { ...old, context_window: 2_097_152, ...price(1.25, 5, 0.3125) }],
  ['gemini-1.5-flash', { ...old, ...price(0.075, 0.3, 0.01875) }],
  ['gemini-2.0', { ...old, ...price(0.1, 0.4, 0.025) }],
  ['gemini-2.5-pro', { ...base, thinking: 'budget', efforts: [...noBudget], ...price(1.25, 10, 0.125) }],
  ['gemini-2.5-flash', { ...base, thinking: 'budget', ...price(0.3, 2.5, 0.03) }],
  ['gemini-2.5-flash-lite', { ...base, thinking: 'budget', ...price(0.1, 0.4, 0.01) }],
  ['gemini-3-pro', levels(['low', 'high'], price(2, 12, 0.2))],
  ['gemini-3-flash', levels(flash, price(0.5, 3, 0.05))],
  ['gemini-3.1-pro', levels(deep, price(2, 12, 0.2))],
  ['gemini-3.1-flash-lite', levels(flash, price(0.25, 1.5, 0.025))],
  ['gemini-3.5-flash', levels(flash, price(1.5, 9, 0.15))],
  // The list prices; both were sold at half of them in their first months.
  ['gemini-3.6-flash', levels(flash, price(1.5, 7.5, 0.15))],
  ['gemini-3.7-flash', levels(flash, price(1.5, 7.5, 0.15))],
  ['gemini-3.8-flash', levels(deep, price(1.5, 7.5, 0.15))],
  ['gemini-4-argon', levels(deep, price(4, 20, 0.2))],
  // Aliases such as gemini-flash-latest, and what is not known yet.
  ['gemini-', levels(deep, {})],
];
