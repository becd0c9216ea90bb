import { setTimeout as delay } from 'node:timers/promises';
import type { Descendants, DescendantsOf } from './descendants.ts';
import { hasId } from './mark.ts';
import { exists, hasLockLimit, listPids, readFacts, readLastPid, readMark } from './proc.ts';
import { sendSignal } from './signal.ts';

/** Linux hands out pids in order and starts over at the end; not even a fork bomb gets round in this time. */
const NO_LAP_MS = 250;
/** Up to so many pids are tried one by one, which is cheaper than to list all processes. */
const MAX_PROBES = 64;
/** Other events run after so long; a table of thousands of processes takes tens of milliseconds. */
const SLICE_MS = 5;
/** A process in the middle of an exec shows no environment for less than this; one that has none shows none for ever. */
const MAX_UNDECIDED_PASSES = 5;
/** After so long what is left does not react even to KILL: it hangs in the kernel. */
const GIVE_UP_MS = 5_000;

type Verdict = 'other' | 'undecided' | 'alive';

/**
 * Finds and ends what a process left behind, on Linux.
 *
 * The costs are arranged so that the usual command pays nothing. The last pid of the system, one read of 5 µs, proves
 * for a command that forked nothing that nothing is left (`isAlone`). A command that ended quickly has its descendants
 * among the few pids given out since it started, and only these are looked at, at 2 µs for a free pid and 15 µs for a
 * taken one. Only after a longer command, when pids may have started over, every process is looked at.
 *
 * A process belongs to the command by its process group or session, by the mark in its environment (kept by setsid,
 * nohup and a double fork), by the mark in its limits (kept even by `env -i` and by programs that write over their
 * environment) or by its parent. What forks while it is looked for gets a pid that the next look covers.
 */
export const linuxDescendants: DescendantsOf = ({ leader, mark, startedMs, nowMs, isOtherLeader }): Descendants => {
  const startedTicks = ticksSinceBoot(nowMs() - startedMs);
  /** Start of each process that was found, by pid: a pid alone may be someone else's by the next look. */
  const known = new Map<number, number>();
  const isChildOfKnown = (parent: number): boolean =>
    parent === leader || (known.has(parent) && readFacts(parent)?.startedTicks === known.get(parent));

  const inspect = (pid: number): Verdict => {
    if (isOtherLeader(pid)) return 'other';
    const facts = readFacts(pid);
    if (facts === null || facts.state === 'Z' || facts.state === 'X') return 'other';
    if (facts.startedTicks < startedTicks || pid === process.pid) return 'other';
    let belongs = facts.group === leader || facts.session === leader || isChildOfKnown(facts.parent);
    if (!belongs) {
      const value = readMark(pid);
      belongs = (value !== null && hasId(value, mark.id)) || hasLockLimit(pid, mark.lockLimit);
      // A group of 0 is that of the kernel's own threads, which have no environment either.
      if (!belongs) return value === null && facts.group !== 0 ? 'undecided' : 'other';
    }
    known.set(pid, facts.startedTicks);
    return sendSignal(pid, 'SIGKILL') ? 'alive' : 'other';
  };

  const candidates = (after: number, last: number | null): readonly number[] => {
    const lapped = last === null || last < after || (after === leader && nowMs() - startedMs > NO_LAP_MS);
    if (lapped) return listPids();
    if (last - after > MAX_PROBES) return listPids().filter((pid) => pid > after && pid <= last);
    return Array.from({ length: last - after }, (_, index) => after + 1 + index).filter(exists);
  };

  const end = async (): Promise<void> => {
    sendSignal(-leader, 'SIGKILL');
    const giveUpAt = nowMs() + GIVE_UP_MS;
    let after = leader;
    for (let passes = 1; nowMs() < giveUpAt; passes += 1) {
      const last = readLastPid();
      const verdicts = await inspectInSlices(candidates(after, last), inspect, nowMs);
      const isClear = !verdicts.has('alive') && (!verdicts.has('undecided') || passes > MAX_UNDECIDED_PASSES);
      if (!isClear) {
        after = leader;
        // A killed process needs some microseconds to some milliseconds to go.
        await (passes < 3 ? new Promise(setImmediate) : delay(Math.min(passes, 10)));
      } else if (last === null || readLastPid() === last) return;
      else after = last; // others started meanwhile, maybe by what was just killed: look at these too
    }
  };

  return {
    isAlone: () => readLastPid() === leader,
    end,
    endNow() {
      sendSignal(-leader, 'SIGKILL');
      for (let passes = 0; passes < 10; passes += 1) {
        const verdicts = listPids().map(inspect);
        if (!verdicts.includes('alive')) return;
      }
    },
    signalInside(signal) {
      for (const pid of listPids()) {
        const facts = readFacts(pid);
        if (facts?.session === leader && pid !== leader && facts.parent !== leader) sendSignal(pid, signal);
      }
    },
  };
};

/** When something that started `agoMs` ago did so, a little earlier to be safe. */
const ticksSinceBoot = (agoMs: number): number => {
  const uptimeSeconds = Number(process.hrtime.bigint() / 10_000_000n) / 100;
  return Math.floor((uptimeSeconds - agoMs / 1000) * 100) - 100;
};

const inspectInSlices = async (
  pids: readonly number[],
  inspect: (pid: number) => Verdict,
  nowMs: () => number,
): Promise<ReadonlySet<Verdict>> => {
  const verdicts = new Set<Verdict>();
  let sliceStart = nowMs();
  for (const pid of pids) {
    verdicts.add(inspect(pid));
    if (nowMs() - sliceStart < SLICE_MS) continue;
    await new Promise(setImmediate);
    sliceStart = nowMs();
  }
  return verdicts;
};
