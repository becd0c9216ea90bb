import type { CallRequest } from '../pipeline/call.ts';
import type { ToolSet } from '../tool/tool-set.ts';

/** Told to the model after this many equal batches in a row; the turn ends after the second number. */
const WARN_AT = 3;
const STOP_AT = 12;

export interface RepeatWatch {
  /** What to do about a batch, given the ones before it. */
  see(calls: readonly CallRequest[]): 'fine' | 'warn' | 'stop';
}

/** Notices a model that makes the same calls over and over. Tools that read something that moves do not count. */
export function createRepeatWatch(tools: ToolSet): RepeatWatch {
  let last = '';
  let times = 0;
  return {
    see(calls) {
      if (calls.every(({ name }) => tools.get(name)?.meta.polls)) return 'fine';
      const now = JSON.stringify(calls.map(({ name, arguments: args }) => [name, args]));
      times = now === last ? times + 1 : 1;
      last = now;
      if (times >= STOP_AT) return 'stop';
      return times >= WARN_AT ? 'warn' : 'fine';
    },
  };
}

export const repeatAdvisory =
  'You have made exactly the same call several times in a row with the same outcome. Do something else: use what you have, try another way, or say what is in the way.';
