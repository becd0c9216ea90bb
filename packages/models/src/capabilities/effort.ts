import type { Capabilities, Effort } from '@toolstone/protocol';

const order: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** The level to send for the one that was asked for: itself, else the next higher that the model takes, else its highest. */
export function supportedEffort(asked: Effort, capabilities: Pick<Capabilities, 'efforts'>): Effort {
  const efforts = capabilities.efforts;
  if (efforts === undefined || efforts.includes(asked)) return asked;
  const sorted = [...efforts].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return sorted.find((effort) => order.indexOf(effort) > order.indexOf(asked)) ?? sorted.at(-1) ?? asked;
}
