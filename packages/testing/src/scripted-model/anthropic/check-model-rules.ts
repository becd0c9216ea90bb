import { looseObject, stringOf } from '../loose.ts';
import type { Violation } from '../wire.ts';
import { anthropicMessagesOf } from './anthropic-body.ts';

const samplingFields = ['temperature', 'top_p', 'top_k'] as const;

/** What newer Claude models refuse though older ones take it. Names of no Claude model pass. */
export function* checkModelRules(value: unknown): Generator<Violation> {
  const body = looseObject<'model' | 'thinking' | (typeof samplingFields)[number]>(value);
  const version = versionOf(stringOf(body.model));
  if (version >= 4.6 && anthropicMessagesOf(value).at(-1)?.role === 'assistant') {
    yield {
      message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    };
  }
  if (version >= 4.7) {
    if (looseObject<'type'>(body.thinking).type === 'enabled') {
      yield {
        message:
          '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      };
    }
    for (const field of samplingFields) {
      const isDefault = field === 'temperature' && body.temperature === 1;
      if (body[field] !== undefined && !isDefault) yield { message: `\`${field}\` is deprecated for this model.` };
    }
  } else if (version >= 4.1 && body.temperature !== undefined && body.top_p !== undefined) {
    yield { message: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.' };
  }
}

/** 4.7 for `claude-opus-4-7`, 5 for `claude-sonnet-5`, 4 for `claude-opus-4-20250514`; 0 for any other name. */
function versionOf(model: string): number {
  const [, major, minor] = /^claude-[a-z]+-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/.exec(model) ?? [];
  return major === undefined ? 0 : Number(`${major}.${minor ?? 0}`);
}
