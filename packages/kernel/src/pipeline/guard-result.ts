import type { Finding } from '@toolstone/protocol';
import { guardJson } from '../guard/guard-json.ts';
import { guardText } from '../guard/guard-text.ts';
import { guardTextJob } from '../jobs.ts';
import type { Guarded, Observed, Outcome } from '../tool/result.ts';
import type { PipelineContext } from './call.ts';

export interface GuardedOutcome {
  readonly outcome: Guarded<Outcome>;
  readonly findings: readonly Finding[];
}

const DEADLINE_MS = 30_000;

/**
 * Checks the whole observed output, before anything of it is cut, kept or shown: every text in it, wherever it stands.
 * Credentials are masked; what else is found is noted and left as it is.
 */
export async function guardResult(
  observed: Observed<Outcome>,
  { compute }: Pick<PipelineContext, 'compute'>,
): Promise<GuardedOutcome> {
  const findings: Finding[] = [];
  const clean = async (text: string): Promise<string> => {
    const guarded = await compute.run(guardTextJob, text, { bytes: text.length, deadlineMs: DEADLINE_MS });
    findings.push(...guarded.findings);
    return guarded.text;
  };
  const parts: Outcome['parts'][number][] = [];
  for (const part of observed.parts) {
    parts.push(
      part.type === 'text'
        ? { ...part, text: await clean(part.text) }
        : { ...part, description: guardText(part.description).text },
    );
  }
  const { parts: _parts, changes, reads, ...rest } = observed;
  const guardedRest = guardJson(rest);
  findings.push(...guardedRest.findings);
  const outcome = {
    ...guardedRest.value,
    parts,
    ...(changes && { changes }),
    ...(reads && { reads }),
  };
  // The one place that makes the brand: everything above has been through the guard, and a brand is no property.
  return { outcome: outcome as unknown as Guarded<Outcome>, findings: merge(findings) };
}

/** One finding a flag: a secret that stands in the text and in the value is one thing to tell. */
function merge(findings: readonly Finding[]): readonly Finding[] {
  const byFlag = new Map<string, Finding>();
  for (const finding of findings) {
    const known = byFlag.get(finding.flag);
    byFlag.set(finding.flag, known ? { ...known, count: Math.max(known.count, finding.count) } : finding);
  }
  return [...byFlag.values()];
}
