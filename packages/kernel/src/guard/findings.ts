import type { Finding } from '@toolstone/protocol';

/** Counts what is found, by flag. */
export interface Tally {
  add(finding: Omit<Finding, 'count'>, count?: number): void;
  findings(): readonly Finding[];
}

export function createTally(): Tally {
  const byFlag = new Map<string, Finding>();
  return {
    add(finding, count = 1) {
      const known = byFlag.get(finding.flag);
      byFlag.set(finding.flag, { ...finding, count: (known?.count ?? 0) + count });
    },
    findings: () => [...byFlag.values()],
  };
}

/** One list of findings, each flag once with its counts added. */
export function mergeFindings(lists: Iterable<readonly Finding[]>): readonly Finding[] {
  const tally = createTally();
  for (const list of lists) for (const { count, ...finding } of list) tally.add(finding, count);
  return tally.findings();
}
