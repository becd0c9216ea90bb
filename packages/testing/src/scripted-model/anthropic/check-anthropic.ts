import { isObject, looseObject } from '../loose.ts';
import type { Generation, Violation } from '../wire.ts';
import { type AnthropicBody, anthropicMessagesOf, blocksOf } from './anthropic-body.ts';
import { checkAnthropicMessages } from './check-anthropic-messages.ts';
import { checkAnthropicTools } from './check-anthropic-tools.ts';
import { checkModelRules } from './check-model-rules.ts';
import { checkToolPairs } from './check-tool-pairs.ts';

const maxCacheMarks = 4;
const minThinkingBudget = 1024;

/** Fields of the request (platform.claude.com/docs/en/api/messages). */
const knownFields = new Set(
  (
    'model messages max_tokens cache_control container context_management diagnostics inference_geo mcp_servers metadata ' +
    'output_config output_format service_tier speed stop_sequences stream system temperature thinking tool_choice tools ' +
    'top_k top_p user_profile_id workspace_id'
  ).split(' '),
);

/** Rules of the Messages API that Anthropic answers 400 to. */
export function* checkAnthropic(request: Generation): Generator<Violation> {
  if (request.headers['anthropic-version'] === undefined) yield { message: 'anthropic-version: header is required' };
  if (!isObject(request.body)) {
    yield { message: 'The request body is not valid JSON' };
    return;
  }
  const body: AnthropicBody = looseObject(request.body);
  for (const field of ['model', 'max_tokens', 'messages'] as const) {
    if (body[field] === undefined) yield { message: `${field}: Field required` };
  }
  if (body.max_tokens !== undefined && (!Number.isInteger(body.max_tokens) || Number(body.max_tokens) < 1)) {
    yield { message: 'max_tokens: Input should be greater than or equal to 1' };
  }
  for (const field of Object.keys(request.body)) {
    if (!knownFields.has(field)) yield { message: `${field}: Extra inputs are not permitted` };
  }
  yield* checkThinking(body);
  yield* checkModelRules(request.body);
  yield* checkSystem(body.system);
  yield* checkAnthropicTools(body);
  yield* checkAnthropicMessages(body);
  yield* checkToolPairs(anthropicMessagesOf(body));
  yield* checkCacheMarks(request.body);
}

function* checkThinking(body: AnthropicBody): Generator<Violation> {
  if (body.thinking === undefined) return;
  const thinking = looseObject<'type' | 'budget_tokens'>(body.thinking);
  if (!['enabled', 'disabled', 'adaptive', 'between_tools'].includes(String(thinking.type))) {
    yield {
      message: `thinking: Input tag '${String(thinking.type)}' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'`,
    };
  }
  if (thinking.type === 'disabled') return;
  if (thinking.type === 'enabled') {
    if (typeof thinking.budget_tokens !== 'number') {
      yield { message: 'thinking.enabled.budget_tokens: Field required' };
    } else if (thinking.budget_tokens < minThinkingBudget) {
      yield {
        message: `thinking.enabled.budget_tokens: Input should be greater than or equal to ${minThinkingBudget}`,
      };
    } else if (thinking.budget_tokens >= Number(body.max_tokens)) {
      yield {
        message:
          '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size',
      };
    }
  }
  if (body.temperature !== undefined && body.temperature !== 1) {
    yield { message: '`temperature` may only be set to 1 when thinking is enabled.' };
  }
  const choice = looseObject<'type'>(body.tool_choice).type;
  if (choice === 'any' || choice === 'tool') {
    yield { message: 'Thinking may not be enabled when tool_choice forces tool use.' };
  }
}

function* checkSystem(system: unknown): Generator<Violation> {
  if (system === undefined || typeof system === 'string') return;
  if (!Array.isArray(system)) {
    yield { message: 'system: Input should be a valid string' };
    return;
  }
  for (const [index, block] of blocksOf(system).entries()) {
    if (block.type !== 'text') yield { message: `system.${index}.type: Input should be 'text'` };
    if (block.text === '') yield { message: 'system: text content blocks must be non-empty' };
  }
}

function* checkCacheMarks(body: unknown): Generator<Violation> {
  const count = countMarks(body);
  if (count > maxCacheMarks) {
    yield {
      message: `A maximum of ${maxCacheMarks} blocks with cache_control may be provided. Found ${count}.`,
    };
  }
}

/** Marks on blocks and tools; what tools take and give may hold the same key and does not count. */
function countMarks(value: unknown): number {
  const { system, tools } = looseObject<'system' | 'tools'>(value);
  const content = anthropicMessagesOf(value).flatMap((message) => blocksOf(message.content));
  const nested = content.flatMap((block) => (block.type === 'tool_result' ? blocksOf(block.content) : []));
  return [...blocksOf(system), ...(Array.isArray(tools) ? blocksOf(tools) : []), ...content, ...nested].filter(
    (block) => isObject(block.cache_control),
  ).length;
}
