import type { Wire } from '@toolstone/protocol';
import { describe, expect, test } from 'vitest';
import { supportedEffort } from './effort.ts';
import { modelCapabilities, modestCapabilities } from './model-capabilities.ts';

const own = (wire: Wire, model: string) => modelCapabilities({ wire, model, isOwnHost: true, isLocal: false }, {});
const compatible = (model: string, isLocal = true) =>
  modelCapabilities({ wire: 'openai-chat', model, isOwnHost: false, isLocal }, {});

describe('what is known of models', () => {
  test.each([
    [
      'openai-responses',
      'gpt-4.1-mini-2025-04-14',
      { context_window: 1_047_576, price_input: 0.4, thinking: 'none', temperature: true },
    ],
    [
      'openai-responses',
      'gpt-5.1-codex-max',
      { thinking: 'effort', temperature: false, efforts: ['low', 'medium', 'high', 'xhigh'] },
    ],
    ['openai-responses', 'gpt-5.6-terra', { context_window: 1_050_000, price_output: 12 }],
    ['openai-chat', 'o3-mini', { vision: false, token_parameter: 'max_completion_tokens' }],
    ['openai-responses', 'gpt-9-nova', { thinking: 'effort', context_window: 1_050_000 }],
    ['anthropic', 'claude-3-5-haiku-20241022', { max_output_tokens: 8_192, thinking: 'none' }],
    ['anthropic', 'claude-opus-4-20250514', { thinking: 'budget', max_output_tokens: 32_000 }],
    ['anthropic', 'claude-opus-4-5-20251101', { thinking: 'budget', price_input: 5 }],
    ['anthropic', 'claude-sonnet-4-6', { thinking: 'adaptive', temperature: true }],
    ['anthropic', 'claude-opus-5-5', { thinking: 'adaptive', temperature: false, price_cache_read: 0.2 }],
    ['anthropic', 'us.anthropic/claude-haiku-5-5', { context_window: 1_000_000 }],
    ['gemini', 'gemini-1.5-pro-002', { context_window: 2_097_152 }],
    ['gemini', 'models/gemini-2.5-flash-lite', { thinking: 'budget', price_input: 0.1 }],
    ['gemini', 'gemini-flash-latest', { thinking: 'effort', vision: true }],
  ] as const)('%s %s', (wire, model, expected) => {
    expect(own(wire, model)).toMatchObject(expected);
  });

  test("little is assumed of a model on a server that is not its maker's", () => {
    expect(compatible('gpt-5')).toEqual(modestCapabilities);
    expect(compatible('some-finetune')).toEqual(modestCapabilities);
  });

  test.each([
    ['Qwen/Qwen2.5-Coder-7B-Instruct', { tool_calls: 'native', context_window: 32_768 }],
    ['qwen2.5-coder:1.5b', { tool_calls: 'forced' }],
    ['qwen2.5-coder-1.5b-instruct-q4_k_m.gguf', { tool_calls: 'forced' }],
    ['Qwen3-30B-A3B', { tool_calls: 'native' }],
    ['llama3.2:3b', { tool_calls: 'forced' }],
    ['qwen2.5-vl-7b', { vision: true }],
    ['gemma3:12b', { tool_calls: 'text', system_messages: true }],
    ['gemma-2-9b-it', { tool_calls: 'text', system_messages: false, context_window: 8_192 }],
    ['openai/gpt-oss-20b', { thinking: 'effort', efforts: ['low', 'medium', 'high'] }],
  ] as const)('open model %s', (model, expected) => {
    expect(compatible(model)).toMatchObject(expected);
  });

  test('a hosted open model has its whole window', () => {
    expect(compatible('moonshotai/kimi-k2', false).context_window).toBe(262_144);
  });

  test('the settings override every key', () => {
    const overrides = { context_window: 4_096, vision: false, price_input: 0, tool_calls: 'forced' } as const;
    const identity = { wire: 'anthropic', model: 'claude-opus-5', isOwnHost: true, isLocal: false } as const;
    expect(modelCapabilities(identity, overrides)).toMatchObject(overrides);
  });

  test('an effort that a model does not take is rounded up, or down to its highest', () => {
    const takes = (efforts: ('low' | 'medium' | 'high')[]) => ({ efforts });
    expect(supportedEffort('none', takes(['low', 'high']))).toBe('low');
    expect(supportedEffort('medium', takes(['low', 'high']))).toBe('high');
    expect(supportedEffort('max', takes(['low', 'high']))).toBe('high');
    expect(supportedEffort('medium', {})).toBe('medium');
  });
});
