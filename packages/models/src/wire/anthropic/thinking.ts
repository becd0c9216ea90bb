import type { Effort, Json } from '@toolstone/protocol';
import { supportedEffort } from '../../capabilities/effort.ts';
import type { LaneConfig } from '../lane-config.ts';

/** What a request says of thinking. */
export interface ThinkingFields {
  readonly thinking?: Json;
  readonly output_config?: Json;
  /** Thinking excludes a temperature of one's own. */
  readonly isOn: boolean;
}

const budgets: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_000,
  max: 48_000,
};
const least = 1_024;

/**
 * The thinking fields for a lane's effort. Models of the `adaptive` kind take an effort and think as they see fit, and
 * are asked for readable summaries, which newer ones leave out by themselves; those of the `budget` kind take a number
 * of tokens that has to leave room for the answer.
 */
export function thinkingFields(config: LaneConfig, maxTokens: number, mayThink: boolean): ThinkingFields {
  const { capabilities } = config;
  const effort = config.effort === undefined ? undefined : supportedEffort(config.effort, capabilities);
  switch (capabilities.thinking) {
    case 'adaptive':
      if (effort === 'none') return { thinking: { type: 'disabled' }, isOn: false };
      return {
        thinking: { type: 'adaptive', display: 'summarized' },
        ...(effort === undefined ? {} : { output_config: { effort } }),
        isOn: true,
      };
    case 'budget': {
      const budget = effort === undefined || effort === 'none' ? 0 : Math.min(budgets[effort], maxTokens - least);
      if (budget < least || !mayThink) return { isOn: false };
      return { thinking: { type: 'enabled', budget_tokens: budget }, isOn: true };
    }
    case 'effort':
      return { ...(effort === undefined || effort === 'none' ? {} : { output_config: { effort } }), isOn: false };
    case 'none':
      return { isOn: false };
  }
}
