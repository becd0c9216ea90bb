import { unreachableCodes } from '@toolstone/kernel';
import type { RecordOf } from '@toolstone/protocol';
import { type ExitCode, exitCode } from './exit-code.ts';

/** The exit code for how a turn ended, denials aside: they end no turn. */
export function exitCodeOfTurn({
  outcome,
  failure,
}: Pick<RecordOf<'turn.finished'>['body'], 'outcome' | 'failure'>): ExitCode {
  if (outcome === 'done') return exitCode.done;
  if (outcome === 'interrupted') return exitCode.interrupted;
  const code = failure?.code;
  if (code !== undefined && unreachableCodes.has(code)) return exitCode.modelUnreachable;
  return code === 'MODEL_AUTH' || code === 'MODEL_NOT_FOUND' || code === 'MODEL_MISSING'
    ? exitCode.usage
    : exitCode.failed;
}
