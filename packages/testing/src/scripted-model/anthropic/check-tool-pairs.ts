import { stringOf } from '../loose.ts';
import type { Violation } from '../wire.ts';
import { type AnthropicBlock, type AnthropicMessage, blocksOf } from './anthropic-body.ts';

/** Every `tool_use` has its `tool_result` at the head of the next message, once, and nothing else has one. */
export function* checkToolPairs(messages: readonly AnthropicMessage[]): Generator<Violation> {
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message.content);
    const previous = messages[index - 1];
    const open = previous?.role === 'assistant' ? usesOf(blocksOf(previous.content)) : [];
    if (message.role === 'user') yield* checkResults(blocks, open, index);
    const uses = usesOf(blocks);
    for (const [at, block] of blocks.entries()) {
      if (block.type !== 'tool_use') continue;
      const id = stringOf(block.id);
      if (seen.has(id)) yield { message: `messages.${index}.content.${at}: \`tool_use\` ids must be unique` };
      seen.add(id);
    }
    const next = messages[index + 1];
    const answered = next === undefined ? [] : leadingResults(blocksOf(next.content));
    const unanswered = uses.filter((id) => next?.role !== 'user' || !answered.includes(id));
    if (uses.length > 0 && unanswered.length > 0) {
      yield {
        message: `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${unanswered.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      };
    }
  }
}

function* checkResults(
  blocks: readonly AnthropicBlock[],
  open: readonly string[],
  index: number,
): Generator<Violation> {
  const answered = new Set<string>();
  for (const [at, block] of blocks.entries()) {
    if (block.type !== 'tool_result') continue;
    const place = `messages.${index}.content.${at}`;
    const id = stringOf(block.tool_use_id);
    if (block.tool_use_id === undefined) {
      yield { message: `${place}.tool_result.tool_use_id: Field required` };
    } else if (!open.includes(id)) {
      yield {
        message: `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      };
    } else if (answered.has(id)) {
      yield {
        message: `${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      };
    }
    answered.add(id);
    const parts = blocksOf(block.content);
    if (block.is_error === true && parts.some((part) => part.type !== 'text')) {
      yield { message: `${place}.tool_result: all content must be type \`text\` if \`is_error\` is true` };
    }
  }
}

function usesOf(blocks: readonly AnthropicBlock[]): readonly string[] {
  return blocks.filter((block) => block.type === 'tool_use').map((block) => stringOf(block.id));
}

/** Results count only in front of everything else. */
function leadingResults(blocks: readonly AnthropicBlock[]): readonly string[] {
  const end = blocks.findIndex((block) => block.type !== 'tool_result');
  return blocks.slice(0, end < 0 ? blocks.length : end).map((block) => stringOf(block.tool_use_id));
}
