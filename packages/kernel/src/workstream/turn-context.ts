import type { TurnContext } from '../agent/run-turn.ts';
import type { Lane } from '../ports/lane.ts';
import { batchScope } from './batch-scope.ts';
import type { Running } from './turn-ports.ts';

/** A running turn as the loop of the agent sees it. */
export const turnContext = (running: Running, lane: Lane): TurnContext => ({
  pipeline: running.options.pipeline,
  batch: batchScope(running, lane),
  lane,
  view: () => running.log.view,
  system: running.options.system,
  specs: running.options.specs,
  maxRounds: running.options.maxRounds,
  compactAt: running.options.compactAt,
});
