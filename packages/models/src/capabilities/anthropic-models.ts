import type { Capabilities, Effort } from '@toolstone/protocol';
import { type ModelRow, price } from './model-row.ts';

/** What Anthropic's models have in common. https://platform.claude.com/docs/en/about-claude/models and …/pricing, November 2026. */
const base: Partial<Capabilities> = { vision: true, prompt_cache: true, parallel_calls: true };
const of200k: Partial<Capabilities> = {
  ...base,
  context_window: 200_000,
  max_output_tokens: 64_000,
  temperature: true,
};

/** Adaptive thinking; from 4.7 on these refuse a temperature. */
function adaptive(efforts: readonly Effort[], more: Partial<Capabilities>): Partial<Capabilities> {
  return {
    ...base,
    context_window: 1_000_000,
    max_output_tokens: 128_000,
    thinking: 'adaptive',
    temperature: false,
    efforts: [...efforts],
    ...more,
  };
}
/** Thinking that cannot be turned off. */
const always: readonly Effort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const optional: readonly Effort[] = ['none', ...always];
const of46: readonly Effort[] = ['none', 'low', 'medium', 'high', 'max'];
const budget: Partial<Capabilities> = { ...of200k, thinking: 'budget' };

export const anthropicModels: readonly ModelRow[] = [
  ['claude-3', { ...of200k, max_output_tokens: 4_096, ...price(3, 15, 0.3, 3.75) }],
  ['claude-3-opus', { ...of200k, max_output_tokens: 4_096, ...price(15, 75, 1.5, 18.75) }],
  ['claude-3-haiku', { ...of200k, max_output_tokens: 4_096, ...price(0.25, 1.25, 0.03, 0.3) }],
  ['claude-3-5-sonnet', { ...of200k, max_output_tokens: 8_192, ...price(3, 15, 0.3, 3.75) }],
  ['claude-3-5-haiku', { ...of200k, max_output_tokens: 8_192, ...price(0.8, 4, 0.08, 1) }],
  ['claude-3-7-sonnet', { ...budget, ...price(3, 15, 0.3, 3.75) }],

  ['claude-opus-4', { ...budget, max_output_tokens: 32_000, ...price(15, 75, 1.5, 18.75) }],
  ['claude-opus-4-5', { ...budget, ...price(5, 25, 0.5, 6.25) }],
  ['claude-opus-4-6', adaptive(of46, { temperature: true, ...price(5, 25, 0.5, 6.25) })],
  ['claude-opus-4-7', adaptive(optional, price(5, 25, 0.5, 6.25))],
  ['claude-opus-4-8', adaptive(optional, price(5, 25, 0.5, 6.25))],
  ['claude-opus-5', adaptive(optional, price(5, 25, 0.5, 6.25))],
  ['claude-opus-5-5', adaptive(always, price(4, 20, 0.2, 5))],

  ['claude-sonnet-4', { ...budget, ...price(3, 15, 0.3, 3.75) }],
  ['claude-sonnet-4-6', adaptive(of46, { temperature: true, max_output_tokens: 64_000, ...price(3, 15, 0.3, 3.75) })],
  ['claude-sonnet-5', adaptive(optional, price(2, 10, 0.2, 2.5))],
  ['claude-sonnet-5-5', adaptive(always, price(2, 10, 0.1, 2.5))],

  ['claude-haiku-4', { ...budget, ...price(1, 5, 0.1, 1.25) }],
  // Prompts up to 100,000 tokens; longer ones cost five times as much.
  ['claude-haiku-5', adaptive(optional, price(0.1, 0.5, 0.01, 0.125))],

  ['claude-fable-5', adaptive(always, price(10, 50, 1, 12.5))],
  ['claude-fable-5-1', adaptive(always, price(10, 50, 0.25, 12.5))],
  ['claude-fable-5-2', adaptive(always, price(8, 40))],
  ['claude-mythos', adaptive(always, price(10, 50, 1, 12.5))],
  ['claude-mythos-5-1', adaptive(always, price(10, 50, 0.25, 12.5))],
  // A name that is not known yet: what all since 4.6 share.
  ['claude-', adaptive(always, {})],
];
