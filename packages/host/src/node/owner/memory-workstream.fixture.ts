import type { Acknowledgement, InboxMessage, LogRecord, WorkstreamEvent } from '@toolstone/protocol';
import type { MessageSender, OwnedWorkstream } from './owned-workstream.ts';

const recordOf = (seq: number, text = ''): LogRecord => ({
  kind: 'turn.started',
  body: { scope: text, inputs: [], caller: 'model' },
  workstreamId: 'a',
  seq,
  v: 1,
  at: '2026-01-02T03:04:05.000Z',
  scope: '',
  generation: 1,
  principal: 'local',
  surface: 'cli',
  commitKey: `k${seq}`,
});
export const delta = (text: string): WorkstreamEvent => ({ type: 'delta', scope: 'r1', kind: 'text', text });
export const messageOf = (id: string): InboxMessage => ({ id, type: 'message', parts: [{ type: 'text', text: id }] });
export const sender: MessageSender = { principal: 'local', surface: 'cli' };

/** A workstream in memory: a log, and live events for whoever listens. */
export function createWorkstream(): OwnedWorkstream & {
  readonly taken: { readonly message: InboxMessage; readonly sender: MessageSender }[];
  readonly log: LogRecord[];
  readonly pulled: () => number;
  /** Settles when the first reader has gone. */
  readonly left: Promise<void>;
  /** Settles when the first reader has come. */
  readonly entered: Promise<void>;
  publish(event: WorkstreamEvent): void;
  append(text?: string): void;
  end(): void;
} {
  const log: LogRecord[] = [];
  const readers = new Set<{ buffer: WorkstreamEvent[]; wake: () => void }>();
  const taken: { message: InboxMessage; sender: MessageSender }[] = [];
  let isEnded = false;
  let pulled = 0;
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let enter = (): void => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const publish = (event: WorkstreamEvent): void => {
    for (const reader of readers) {
      reader.buffer.push(event);
      reader.wake();
    }
  };
  return {
    log,
    taken,
    publish,
    pulled: () => pulled,
    left,
    entered,
    append(text) {
      const record = recordOf(log.length + 1, text);
      log.push(record);
      publish({ type: 'record', record });
    },
    end() {
      isEnded = true;
      for (const reader of readers) reader.wake();
    },
    async *subscribe(after, signal) {
      const reader = { buffer: [] as WorkstreamEvent[], wake: (): void => undefined };
      readers.add(reader);
      enter();
      signal.addEventListener('abort', () => reader.wake());
      try {
        for (const record of log.slice(after)) {
          pulled++;
          yield { type: 'record', record };
        }
        yield {
          type: 'snapshot',
          head: log.length,
          state: 'thinking',
          inFlight: { text: 'so far', thinking: '', outputs: [] },
        };
        while (!signal.aborted && !isEnded) {
          const event = reader.buffer.shift();
          if (event === undefined) {
            await new Promise<void>((resolve) => {
              reader.wake = resolve;
            });
          } else yield event;
        }
      } finally {
        readers.delete(reader);
        leave();
      }
    },
    async send(message, from): Promise<Acknowledgement> {
      taken.push({ message, sender: from });
      return { id: message.id, status: 'accepted' };
    },
  };
}

/** An event in a word or two. */
export const show = (event: WorkstreamEvent): string => {
  if (event.type === 'record') return `record ${event.record.seq}`;
  return event.type === 'delta' ? `delta ${event.text}` : event.type;
};
/** The first events, shown. */
export const take = async (events: AsyncIterable<WorkstreamEvent>, count: number): Promise<readonly string[]> => {
  const taken: string[] = [];
  for await (const event of events) {
    taken.push(show(event));
    if (taken.length === count) break;
  }
  return taken;
};
