import type { Capabilities, Effort } from '@toolstone/protocol';
import { type ModelRow, price } from './model-row.ts';

/** What OpenAI's own models have in common. https://developers.openai.com/api/docs/models and …/pricing, November 2026. */
const base: Partial<Capabilities> = {
  context_window: 1_050_000,
  max_output_tokens: 128_000,
  vision: true,
  prompt_cache: true,
  token_parameter: 'max_completion_tokens',
};
const chat: Partial<Capabilities> = { ...base, thinking: 'none', temperature: true };

function reasoning(efforts: readonly Effort[], more: Partial<Capabilities>): Partial<Capabilities> {
  return { ...base, thinking: 'effort', temperature: false, efforts: [...efforts], ...more };
}

const classic: readonly Effort[] = ['low', 'medium', 'high'];
const withMinimal: readonly Effort[] = ['minimal', ...classic];
const withNone: readonly Effort[] = ['none', ...classic];
const toXhigh: readonly Effort[] = [...withNone, 'xhigh'];
const toMax: readonly Effort[] = [...toXhigh, 'max'];
const lowToMax: readonly Effort[] = [...classic, 'xhigh', 'max'];
const pro: readonly Effort[] = ['medium', 'high', 'xhigh'];
const of400k = { context_window: 400_000 };
const oSeries = { context_window: 200_000, max_output_tokens: 100_000 };

export const openaiModels: readonly ModelRow[] = [
  ['gpt-3.5', { ...chat, context_window: 16_385, max_output_tokens: 4_096, vision: false, ...price(0.5, 1.5) }],
  ['gpt-4', { ...chat, context_window: 8_192, max_output_tokens: 4_096, vision: false, ...price(30, 60) }],
  ['gpt-4-turbo', { ...chat, context_window: 128_000, max_output_tokens: 4_096, ...price(10, 30) }],
  ['gpt-4o', { ...chat, context_window: 128_000, max_output_tokens: 16_384, ...price(2.5, 10, 1.25) }],
  ['gpt-4o-mini', { ...chat, context_window: 128_000, max_output_tokens: 16_384, ...price(0.15, 0.6, 0.075) }],
  ['gpt-4.1', { ...chat, context_window: 1_047_576, max_output_tokens: 32_768, ...price(2, 8, 0.5) }],
  ['gpt-4.1-mini', { ...chat, context_window: 1_047_576, max_output_tokens: 32_768, ...price(0.4, 1.6, 0.1) }],
  ['gpt-4.1-nano', { ...chat, context_window: 1_047_576, max_output_tokens: 32_768, ...price(0.1, 0.4, 0.025) }],

  ['o1', reasoning(classic, { ...oSeries, ...price(15, 60, 7.5) })],
  ['o3', reasoning(classic, { ...oSeries, ...price(2, 8, 0.5) })],
  ['o3-mini', reasoning(classic, { ...oSeries, vision: false, ...price(1.1, 4.4, 0.55) })],
  ['o3-pro', reasoning(classic, { ...oSeries, ...price(20, 80) })],
  ['o4-mini', reasoning(classic, { ...oSeries, ...price(1.1, 4.4, 0.275) })],

  ['gpt-5', reasoning(withMinimal, { ...of400k, ...price(1.25, 10, 0.125) })],
  ['gpt-5-mini', reasoning(withMinimal, { ...of400k, ...price(0.25, 2, 0.025) })],
  ['gpt-5-nano', reasoning(withMinimal, { ...of400k, ...price(0.05, 0.4, 0.005) })],
  ['gpt-5-codex', reasoning(classic, { ...of400k, ...price(1.25, 10, 0.125) })],
  ['gpt-5-pro', reasoning(['high'], { ...of400k, ...price(15, 120) })],
  ['gpt-5-chat', { ...chat, context_window: 128_000, max_output_tokens: 16_384, ...price(1.25, 10, 0.125) }],
  ['gpt-5.1', reasoning(withNone, { ...of400k, ...price(1.25, 10, 0.125) })],
  ['gpt-5.1-codex', reasoning(classic, { ...of400k, ...price(1.25, 10, 0.125) })],
  ['gpt-5.1-codex-max', reasoning([...classic, 'xhigh'], { ...of400k, ...price(1.25, 10, 0.125) })],
  ['gpt-5.2', reasoning(toXhigh, { ...of400k, ...price(1.75, 14, 0.175) })],
  ['gpt-5.2-pro', reasoning(pro, { ...of400k, ...price(21, 168) })],
  ['gpt-5.3', reasoning(toXhigh, { ...of400k, ...price(1.75, 14, 0.175) })],
  ['gpt-5.4', reasoning(toXhigh, price(2.5, 15, 0.25))],
  ['gpt-5.4-mini', reasoning(toXhigh, { ...of400k, ...price(0.75, 4.5, 0.075) })],
  ['gpt-5.4-nano', reasoning(toXhigh, { ...of400k, ...price(0.2, 1.25, 0.02) })],
  ['gpt-5.4-pro', reasoning(pro, price(30, 180))],
  ['gpt-5.5', reasoning(toXhigh, price(5, 30, 0.5))],
  ['gpt-5.5-pro', reasoning(pro, price(30, 180))],
  ['gpt-5.6', reasoning(toMax, price(4, 20, 0.4))],
  ['gpt-5.6-terra', reasoning(toMax, price(2, 12, 0.2))],
  ['gpt-5.6-luna', reasoning(toMax, price(0.2, 1.2, 0.02))],
  ['gpt-6', reasoning(lowToMax, price(10, 50, 1, 12.5))],
  ['gpt-6-sol', reasoning(toMax, price(2, 10, 0.2, 2.5))],
  ['gpt-6-luna', reasoning(toMax, price(0.1, 0.5, 0.01, 0.125))],
  ['gpt-6.1', reasoning(lowToMax, price(2, 10, 0.1, 2.5))],
  ['gpt-6.1-terra', reasoning(toMax, price(1, 5, 0.05, 1.25))],
  ['gpt-6.2', reasoning(lowToMax, price(2, 10, 0.1, 2.5))],
  ['gpt-6.2-astra', reasoning(lowToMax, price(8, 40))],
  // A generation that is not known yet is more likely to be like the last than like nothing.
  ['gpt-', reasoning(lowToMax, {})],
];
