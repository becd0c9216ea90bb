import type { Facts } from '@toolstone/protocol';
import type { PreparedCall, RefusedCall } from './call.ts';
import { touchesConflict } from './conflicts.ts';
import type { Preparer } from './prepare-call.ts';

/** What a person's answer has changed of a batch. */
export interface BatchChange {
  /** A call with the arguments that it has now. */
  readonly edited?: { readonly callId: string; readonly arguments: string };
  /** Calls that will not run. */
  readonly dropped?: readonly PreparedCall[];
}

/**
 * The calls of a batch after a change: an edited one anew, and after it, or after one that will not run, whatever touches a
 * file that the changed call, or one that came out differently because of it, touched or now touches. Everything else stays
 * the very same object.
 *
 * @param calls in call order, those that will not run among them
 * @param preparer one that has prepared nothing yet
 */
export async function replan(
  calls: readonly PreparedCall[],
  { edited, dropped }: BatchChange,
  preparer: Preparer,
): Promise<readonly (PreparedCall | RefusedCall)[]> {
  const outdated: Facts[] = [];
  const again: (PreparedCall | RefusedCall)[] = [];
  for (const call of calls) {
    if (dropped?.includes(call)) {
      outdated.push(call.facts);
      continue;
    }
    const isEdited = call.callId === edited?.callId;
    if (!isEdited && !outdated.some((facts) => touchesConflict(facts, call.facts))) {
      preparer.keep(call);
      again.push(call);
      continue;
    }
    const args = isEdited ? edited.arguments : call.arguments;
    const made = await preparer.prepare({ callId: call.callId, name: call.tool.name, arguments: args });
    // The same plan over other calls is still what was shown.
    const isSame = !isEdited && made.status === 'ready' && made.planHash === call.planHash;
    again.push(isSame ? call : made);
    if (isSame) continue;
    outdated.push(call.facts);
    if (made.status === 'ready') outdated.push(made.facts);
  }
  return again;
}
