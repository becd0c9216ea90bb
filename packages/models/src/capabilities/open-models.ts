import type { Capabilities } from '@toolstone/protocol';
import { longestPrefix, type ModelRow } from './model-row.ts';

/**
 * Open models by their names without vendor, dots and dashes, as servers write one name in many ways
 * (`Qwen/Qwen2.5-Coder-7B`, `qwen2.5-coder:7b`). The context window is what the model can; see `modestWindow`.
 */
const rows: readonly ModelRow[] = [
  ['qwen25', { context_window: 131_072 }],
  ['qwen3', { context_window: 131_072 }],
  ['qwen3coder', { context_window: 262_144 }],
  ['qwen35', { context_window: 262_144 }],
  ['qwq', { context_window: 131_072 }],
  ['llama3', { context_window: 8_192 }],
  ['llama31', { context_window: 131_072 }],
  ['llama32', { context_window: 131_072 }],
  ['llama33', { context_window: 131_072 }],
  ['llama4', { context_window: 131_072, vision: true }],
  ['metallama31', { context_window: 131_072 }],
  ['mistral', { context_window: 131_072 }],
  ['ministral', { context_window: 131_072 }],
  ['codestral', { context_window: 262_144 }],
  ['devstral', { context_window: 131_072 }],
  ['magistral', { context_window: 131_072 }],
  ['pixtral', { context_window: 131_072, vision: true }],
  ['gptoss', { context_window: 131_072, thinking: 'effort', efforts: ['low', 'medium', 'high'] }],
  ['deepseek', { context_window: 131_072 }],
  ['deepseekr1', { context_window: 131_072, tool_calls: 'text' }],
  ['kimi', { context_window: 262_144 }],
  ['glm', { context_window: 131_072 }],
  ['minimax', { context_window: 196_608 }],
  ['granite', { context_window: 131_072 }],
  ['phi4', { context_window: 16_384 }],
  // No form for calls in their templates, and in the first two none for a system message.
  ['gemma', { context_window: 8_192, tool_calls: 'text', system_messages: false }],
  ['gemma2', { context_window: 8_192, tool_calls: 'text', system_messages: false }],
  ['gemma3', { context_window: 131_072, tool_calls: 'text' }],
  ['gemma4', { context_window: 131_072 }],
  ['smollm', { context_window: 8_192, tool_calls: 'forced' }],
  ['tinyllama', { context_window: 2_048, tool_calls: 'forced' }],
];

/** Models of so many billion parameters or fewer choose a tool reliably only when the choice is forced. */
const weakBillions = 3;

export function openModel(model: string): Partial<Capabilities> {
  const name = (model.split('/').at(-1) ?? model).toLowerCase();
  const row = longestPrefix(rows, name.replace(/[^a-z0-9]/g, '')) ?? {};
  const seesImages = /(^|[^a-z])(vl|vision|llava|minicpm-v|pixtral|moondream)([^a-z]|$)/.test(name);
  const size = /(?:^|[^a-z0-9.])(\d+(?:\.\d+)?)b(?:[^a-z0-9]|$)/.exec(name);
  const isWeak = size !== null && Number(size[1]) <= weakBillions;
  return {
    ...row,
    ...(seesImages ? { vision: true } : {}),
    ...(isWeak ? { tool_calls: 'forced' as const } : {}),
  };
}
