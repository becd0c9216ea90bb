import type { CycleAnswer, CycleRequest, DraftRecord } from '../pipeline/call.ts';
import type { Running } from './turn-ports.ts';

/**
 * Puts a question and waits for what settles it: an answer, a stop, or the end of its time. All of these reach the owner
 * by its inbox, so the first in order wins. A card that stands in the log keeps the deadline that it was asked with.
 */
export async function askPerson(cycle: CycleRequest, running: Running): Promise<CycleAnswer> {
  const { log, cycles, options, writer, signal, expire } = running;
  const { clock, settings } = options.pipeline;
  // What is open in the log is closed with the turn.
  if (signal.aborted) return { type: 'closed', reason: 'cancelled' };
  const standing = cycle.isAsked ? log.view.cycles.get(cycle.cycleId)?.body : undefined;
  const expiresAt = standing ? standing.expiresAt : deadline(clock.now(), settings.approvalTimeoutMs);
  const expiresAtMs = expiresAt === undefined ? undefined : Date.parse(expiresAt);
  const over = new AbortController();
  const answer = new Promise<CycleAnswer>((settle) =>
    cycles.add({
      ...cycle,
      principal: writer.author.principal,
      settle,
      ...(expiresAtMs !== undefined && { expiresAtMs }),
    }),
  );
  try {
    // In the same step as the registration: whoever can see the card can answer it, and a stop finds it.
    if (!cycle.isAsked) await writer.append([asked(cycle, expiresAt)], 'full');
    if (expiresAtMs === undefined) return await answer;
    const expired = clock
      .sleep(Math.max(0, expiresAtMs - clock.now()), over.signal)
      .then(() => expire(cycle.cycleId))
      .then(() => answer);
    return await Promise.race([answer, expired]);
  } finally {
    over.abort();
    cycles.remove(cycle.cycleId);
  }
}

const deadline = (nowMs: number, timeoutMs: number): string | undefined =>
  timeoutMs > 0 ? new Date(nowMs + timeoutMs).toISOString() : undefined;

const asked = (cycle: CycleRequest, expiresAt: string | undefined): DraftRecord => ({
  kind: 'approval.asked',
  commitKey: `approval.asked:${cycle.cycleId}`,
  body: {
    cycleId: cycle.cycleId,
    scope: cycle.scope,
    calls: cycle.calls.map(({ call, ruling, always }) => ({
      callId: call.callId,
      tool: call.tool.name,
      header: call.header,
      preview: [...call.preview],
      arguments: call.arguments,
      approvalLabel: call.approvalLabel,
      always: [...always],
      planHash: call.planHash,
      ruling,
    })),
    ...(expiresAt !== undefined && { expiresAt }),
  },
});
