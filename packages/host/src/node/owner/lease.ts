import type { Claim, Clock, LogStore } from '@toolstone/kernel';

export interface LeaseOptions {
  readonly store: Pick<LogStore, 'claim' | 'renew' | 'release'>;
  readonly clock: Clock;
  readonly workstreamId: string;
  readonly ownerAddress: string;
  /** Called once, when another process has taken the workstream. What is appended after it is fenced. */
  readonly onLost: () => void;
  /** Default 15,000. */
  readonly leaseMs?: number;
  /** Default 5,000. */
  readonly renewMs?: number;
}

/** The hold of this process on one workstream. */
export interface Lease {
  /** `deadAddress` takes it from the holder that was found dead there. Once claimed it is renewed until it is released or lost. */
  claim(options?: { readonly deadAddress?: string }): Promise<Claim>;
  /** Safe to call at any time, also when nothing is held. */
  release(): Promise<void>;
}

export function createLease(options: LeaseOptions): Lease {
  const { store, clock, workstreamId, ownerAddress, onLost, leaseMs = 15_000, renewMs = 5_000 } = options;
  let renewal: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  const renewUntil = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      await clock.sleep(renewMs, signal).catch(() => undefined); // the abort is looked at next
      if (signal.aborted) return;
      // A store that cannot be written for a moment is no loss: nobody else can claim in it either.
      const isHeld = await store.renew(workstreamId, ownerAddress, clock.now() + leaseMs).catch(() => true);
      if (signal.aborted) return;
      if (!isHeld) {
        renewal = undefined;
        onLost();
        return;
      }
    }
  };
  const stop = async (): Promise<void> => {
    const current = renewal;
    renewal = undefined;
    current?.stop.abort();
    await current?.ended;
  };

  return {
    async claim({ deadAddress } = {}) {
      const claim = await store.claim({
        workstreamId,
        ownerAddress,
        nowMs: clock.now(),
        leaseMs,
        ...(deadAddress !== undefined && { deadAddress }),
      });
      if (claim.status === 'claimed' && renewal === undefined) {
        const abort = new AbortController();
        renewal = { stop: abort, ended: renewUntil(abort.signal) };
      }
      return claim;
    },
    async release() {
      await stop();
      await store.release(workstreamId, ownerAddress);
    },
  };
}
