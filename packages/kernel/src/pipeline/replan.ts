import type { Facts } from '@toolstone/protocol';
import type { PreparedCall, RefusedCall } from './call.ts';
import { touchesConflict } from './conflicts.ts';
import type { Preparer } from './prepare-call.ts';

/**
 * The calls of a batch after a person has given one of them other arguments: that one anew, and after it whatever touches
 * a file that it, or a call that changed because of it, touched or now touches. Everything else stays the very same object.
 *
 * @param calls the calls that may still run, in call order
 * @param preparer one that has prepared nothing yet
 */
export async function replan(
  calls: readonly PreparedCall[],
  edit: { readonly callId: string; readonly arguments: string },
  preparer: Preparer,
): Promise<readonly (PreparedCall | RefusedCall)[]> {
  const outdated: Facts[] = [];
  const again: (PreparedCall | RefusedCall)[] = [];
  for (const call of calls) {
    const isEdited = call.callId === edit.callId;
    const isOutdated = isEdited || outdated.some((facts) => touchesConflict(facts, call.facts));
    if (!isOutdated) {
      preparer.keep(call);
      again.push(call);
      continue;
    }
    const request = {
      callId: call.callId,
      name: call.tool.name,
      arguments: isEdited ? edit.arguments : call.arguments,
    };
    const made = await preparer.prepare(request);
    // The same plan over other calls is still what was shown.
    const isSame = !isEdited && made.status === 'ready' && made.planHash === call.planHash;
    again.push(isSame ? call : made);
    if (isSame) continue;
    outdated.push(call.facts);
    if (made.status === 'ready') outdated.push(made.facts);
  }
  return again;
}
