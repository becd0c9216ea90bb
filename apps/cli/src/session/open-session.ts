import { connectOwner, createLease, type Lease, type RemoteWorkstream } from '@toolstone/host';
import { PortError, type Sender, type Workstream, type WorkstreamRow } from '@toolstone/kernel';
import type { Acknowledgement, InboxMessage } from '@toolstone/protocol';
import type { Program } from '../compose.ts';
import type { Session } from './session.ts';

type Holder =
  | { readonly type: 'local'; readonly workstream: Workstream }
  | { readonly type: 'remote'; readonly workstream: RemoteWorkstream };

export interface OpenSessionOptions {
  readonly program: Program;
  readonly row: WorkstreamRow;
  readonly sender: Sender;
  /** What becomes of a turn that a dead process left unfinished. */
  readonly onInterrupted: 'resume' | 'close';
}

const ATTEMPTS = 5;
const SILENT_RETRY_MS = 3000;
const MAX_WAIT_MS = 12_000;
/** An owner that is about to let go has done so in a moment. */
const LEAVING_RETRY_MS = 50;

/** Takes ownership of a workstream, or joins the process that has it. */
export async function openSession(options: OpenSessionOptions): Promise<Session> {
  const { program, row, sender } = options;
  const lease: Lease = createLease({
    store: program.store,
    clock: program.clock,
    workstreamId: row.id,
    ownerAddress: program.ownerAddress,
    onLost: () => void loseOwnership(),
  });
  let holder = await attach(options, lease);

  async function loseOwnership(): Promise<void> {
    const lost = holder;
    if (lost.type !== 'local') return;
    program.owned.delete(row.id);
    // Nothing of it can land any more; closing ends what runs.
    await lost.workstream.close().catch(() => undefined);
  }

  let reattaching: Promise<void> | undefined;
  /** Reader and sender notice a lost owner at the same time; one of them looks for the next. */
  function reattach(broken: Holder): Promise<void> {
    if (holder !== broken) return Promise.resolve();
    reattaching ??= (async () => {
      try {
        if (broken.type === 'remote') broken.workstream.close();
        holder = await attach(options, lease);
      } finally {
        reattaching = undefined;
      }
    })();
    return reattaching;
  }

  async function* subscribe(after: number, signal: AbortSignal) {
    let last = after;
    while (!signal.aborted) {
      const current = holder;
      for await (const event of current.workstream.subscribe(last, signal)) {
        if (event.type === 'record') last = event.record.seq;
        yield event;
      }
      if (signal.aborted || isClosed) return;
      await reattach(current);
    }
  }

  let isClosed = false;
  return {
    id: row.id,
    row,
    get isOwner() {
      return holder.type === 'local';
    },
    async send(message: InboxMessage) {
      const leavingUntil = program.clock.now() + MAX_WAIT_MS;
      for (let attempt = 1; ; attempt += 1) {
        const current = holder;
        try {
          if (current.type === 'local') return await current.workstream.send(message, sender);
          const acknowledgement = await current.workstream.send(message);
          if (!isLeaving(acknowledgement) || program.clock.now() > leavingUntil) return acknowledgement;
          attempt = 0;
          await program.clock.sleep(LEAVING_RETRY_MS);
          await reattach(current);
        } catch (error) {
          // The owner went away before it answered; the next one takes a message of the same id once.
          if (!(error instanceof PortError) || error.code !== 'UNAVAILABLE' || attempt >= ATTEMPTS) throw error;
          await reattach(current);
        }
      }
    },
    subscribe,
    finish: () => letGo({ handOver: true }),
    close: () => letGo({}),
  };

  async function letGo(how: { readonly handOver?: boolean }): Promise<void> {
    isClosed = true;
    if (holder.type === 'remote') {
      holder.workstream.close();
      return;
    }
    try {
      await holder.workstream.close(how);
    } finally {
      program.owned.delete(row.id);
      await lease.release();
    }
  }
}

const isLeaving = (acknowledgement: Acknowledgement): boolean =>
  acknowledgement.status === 'refused' && acknowledgement.failure.code === 'WORKSTREAM_CLOSING';

async function attach({ program, row, sender, onInterrupted }: OpenSessionOptions, lease: Lease): Promise<Holder> {
  await program.serve();
  for (let waitedMs = 0; ; ) {
    const claim = await lease.claim();
    if (claim.status === 'missing') throw new PortError('NOT_FOUND', `workstream ${row.id} does not exist any more`);
    if (claim.status === 'claimed') return own({ program, row: claim.row, sender, onInterrupted }, lease);
    const reached = await connectOwner({ address: claim.ownerAddress, workstreamId: row.id, sender });
    if (reached.status === 'connected') return { type: 'remote', workstream: reached.workstream };
    if (reached.status === 'dead') {
      const taken = await lease.claim({ deadAddress: claim.ownerAddress });
      if (taken.status === 'claimed') return own({ program, row: taken.row, sender, onInterrupted }, lease);
    }
    if (waitedMs >= MAX_WAIT_MS) {
      throw new PortError('UNAVAILABLE', `the process that has workstream ${row.id} does not answer`, {
        nextStep: 'It may be stopped or very busy; end it, or try again in a moment',
      });
    }
    const pauseMs = reached.status === 'not-owner' ? LEAVING_RETRY_MS : SILENT_RETRY_MS;
    await program.clock.sleep(pauseMs);
    waitedMs += pauseMs;
  }
}

/** What is held but cannot be opened is let go at once: another process may be able to, and waits for the lease otherwise. */
async function own({ program, row, sender, onInterrupted }: OpenSessionOptions, lease: Lease): Promise<Holder> {
  try {
    const workstream = await program.openOwned(row, sender, onInterrupted);
    program.owned.set(row.id, workstream);
    return { type: 'local', workstream };
  } catch (error) {
    await lease.release().catch(() => undefined); // it runs out by itself; the cause is what has to be told
    throw error;
  }
}
