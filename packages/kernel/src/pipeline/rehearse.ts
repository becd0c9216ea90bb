import type { BatchScope, PipelineContext } from './call.ts';
import { guardResult } from './guard-result.ts';
import { createPreparer } from './prepare-call.ts';
import { policyCall } from './rule-call.ts';

/** By the first the request has left this process; the pauses keep the event loop free. */
const PAUSES_MS = [5, 5];

const rehearsed = new WeakSet<PipelineContext>();

/**
 * Takes a call that does nothing through the stages without effects (parse, prepare, policy, guard), once a workstream:
 * code that has run before runs at once. A first call takes some 20 ms longer otherwise, and while the first reply is
 * awaited that time costs nothing. Twice, because V8 translates a pattern to machine code when it is used again.
 */
export async function rehearse(context: PipelineContext, batch: BatchScope): Promise<void> {
  if (rehearsed.has(context)) return;
  rehearsed.add(context);
  try {
    for (const ms of PAUSES_MS) {
      await context.clock.sleep(ms, batch.signal);
      for (const { name, meta } of context.tools.all) {
        if (meta.rehearsal !== undefined) await rehearseCall({ name, arguments: meta.rehearsal }, context, batch);
      }
    }
  } catch {
    // A stop, or a defect, which the call itself will meet and report.
  }
}

async function rehearseCall(
  request: { readonly name: string; readonly arguments: string },
  context: PipelineContext,
  batch: BatchScope,
): Promise<void> {
  const call = await createPreparer(context, batch).prepare({ callId: 'rehearsal', ...request });
  if (call.status !== 'ready') return;
  context.policy.decide(policyCall(call, batch));
  await guardResult({ status: 'ok', effect: 'none', parts: [{ type: 'text', text: `${call.header}\n` }] }, context);
}
