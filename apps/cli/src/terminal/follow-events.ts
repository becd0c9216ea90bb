import type { WorkstreamEvent } from '@toolstone/protocol';
import { createCoalescer } from '../node/terminal/timers.ts';
import type { Session } from '../session/session.ts';

/** Events that come together within this time change the screen together. */
const GATHER_MS = 16;
const MAX_GATHERED = 5000;

/** Passes the events of a workstream on in groups: its whole past as one, then what comes within a frame. */
export function followEvents(
  session: Session,
  take: (events: readonly WorkstreamEvent[]) => void,
  onEnd: (error: unknown) => void,
): { stop(): Promise<void> } {
  const over = new AbortController();
  let gathered: WorkstreamEvent[] = [];
  let isCurrent = false;
  const flush = (): void => {
    if (gathered.length === 0) return;
    const events = gathered;
    gathered = [];
    take(events);
  };
  const coalescer = createCoalescer(GATHER_MS, flush);

  async function run(): Promise<void> {
    for await (const event of session.subscribe(0, over.signal)) {
      if (over.signal.aborted) return;
      gathered.push(event);
      isCurrent ||= event.type === 'snapshot';
      if (!isCurrent) continue;
      if (event.type === 'snapshot' || gathered.length >= MAX_GATHERED) flush();
      else coalescer.ask();
    }
  }

  const running = run().catch((error: unknown) => {
    if (!over.signal.aborted) onEnd(error);
  });
  return {
    async stop() {
      over.abort();
      coalescer.stop();
      await running;
    },
  };
}
