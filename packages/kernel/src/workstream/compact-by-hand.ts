import { estimatePromptTokens, usableTokens } from '../agent/context-budget.ts';
import { compact } from '../agent/run-turn.ts';
import { Superseded } from '../log/workstream-log.ts';
import { turnContext } from './turn-context.ts';
import type { Running } from './turn-ports.ts';

/** Condenses the conversation because a person asks for it, and says what came of it. */
export async function compactByHand(running: Running): Promise<void> {
  const { log, options, publish } = running;
  const lane = await options.lane(log.view.lane);
  const say = (code: string, text: string): void => publish({ type: 'notice', level: 'info', code, text });
  if ('failure' in lane) return say(lane.failure.code, `${lane.failure.message}. ${lane.failure.nextStep}`);
  const turn = turnContext(running, lane);
  const before = estimatePromptTokens(log.view, { system: turn.system, tools: turn.specs });
  try {
    const isDone = await compact(turn, before, usableTokens(lane.capabilities));
    say('COMPACTED', isDone ? 'Older messages were replaced by a summary.' : 'There is nothing to condense yet.');
  } catch (error) {
    if (error instanceof Superseded) throw error;
    say('COMPACTION_FAILED', `The conversation was not condensed: ${error instanceof Error ? error.message : error}`);
  }
}
