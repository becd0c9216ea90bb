import type { Acknowledgement } from '@toolstone/protocol';
import type { CycleAnswer, CycleRequest } from '../pipeline/call.ts';

/** A cycle that someone is waiting on. */
export interface LiveCycle extends CycleRequest {
  readonly principal: string;
  /** As it stands in the log. */
  readonly expiresAtMs?: number;
  settle(answer: CycleAnswer): void;
}

/** The cycles that are open now; several can be, of different scopes. */
export interface CycleRegistry {
  add(cycle: LiveCycle): void;
  remove(cycleId: string): void;
  /** By the cycle's own id, or by one of its calls. */
  find(selector: {
    readonly cycleId?: string | undefined;
    readonly callId?: string | undefined;
  }): LiveCycle | undefined;
  /** Cycles of a scope and all below it. */
  within(scope: string | undefined): readonly LiveCycle[];
  all(): readonly LiveCycle[];
  /** Settles when the next cycle is added. */
  added(): Promise<void>;
}

export function createCycleRegistry(): CycleRegistry {
  const live = new Map<string, LiveCycle>();
  let waiting: (() => void)[] = [];
  return {
    add(cycle) {
      live.set(cycle.cycleId, cycle);
      for (const settle of waiting) settle();
      waiting = [];
    },
    remove: (cycleId) => void live.delete(cycleId),
    find({ cycleId, callId }) {
      if (cycleId !== undefined) return live.get(cycleId);
      if (callId === undefined) return undefined;
      return [...live.values()].find(({ calls }) => calls.some(({ call }) => call.callId === callId));
    },
    within: (scope) => [...live.values()].filter((cycle) => scope === undefined || isWithin(cycle.scope, scope)),
    all: () => [...live.values()],
    added: () => new Promise((settle) => waiting.push(settle)),
  };
}

export const isWithin = (scope: string, prefix: string): boolean => scope === prefix || scope.startsWith(`${prefix}/`);

/** An answer that names something else than what was shown, or misses its cycle. */
export function answerProblem(
  cycle: LiveCycle,
  planHashes: Readonly<Record<string, string>> | undefined,
): Extract<Acknowledgement, { status: 'refused' }>['failure'] | undefined {
  const stale = cycle.calls.find(({ call }) => {
    const shown = planHashes?.[call.callId];
    return shown !== undefined && shown !== call.planHash;
  });
  return stale
    ? {
        code: 'APPROVAL_STALE',
        message: `what you were shown of ${stale.call.callId} is not what would run now`,
        nextStep: 'Look at the card again and answer that one',
      }
    : undefined;
}
