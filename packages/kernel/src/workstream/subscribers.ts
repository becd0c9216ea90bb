import type { InFlight, LogRecord, WorkstreamEvent, WorkstreamState } from '@toolstone/protocol';

/** Live events that a slow reader may owe; beyond it they are dropped and it is brought up to date from the log. */
const MAX_BUFFERED = 2000;
const MAX_IN_FLIGHT_CHARS = 65_536;

export interface Subscribers {
  publish(event: WorkstreamEvent): void;
  /**
   * Records after `after`, then one snapshot of what is in flight, then events as they come. No record comes twice or out
   * of order, and a reader that does not keep up costs no memory: it skips live output, never a record.
   */
  subscribe(after: number, signal: AbortSignal): AsyncIterable<WorkstreamEvent>;
  close(): void;
}

export interface SubscriberSource {
  readonly read: (after: number) => Promise<readonly LogRecord[]>;
  readonly head: () => number;
  readonly state: () => WorkstreamState;
}

interface Reader {
  buffer: WorkstreamEvent[];
  hasLagged: boolean;
  wake: (() => void) | undefined;
}

export function createSubscribers(source: SubscriberSource): Subscribers {
  const readers = new Set<Reader>();
  const inFlight = createInFlight();
  let isClosed = false;

  async function* subscribe(after: number, signal: AbortSignal): AsyncIterable<WorkstreamEvent> {
    const reader: Reader = { buffer: [], hasLagged: true, wake: undefined };
    const wake = (): void => reader.wake?.();
    readers.add(reader);
    signal.addEventListener('abort', wake);
    let last = after;
    try {
      while (!signal.aborted && !isClosed) {
        if (reader.hasLagged) {
          for (;;) {
            const records = await source.read(last);
            if (records.length === 0) break;
            for (const record of records) {
              last = record.seq;
              yield { type: 'record', record };
            }
          }
          // Taken in one step, without waiting: what is published after it is in the buffer, what came before is in it.
          reader.hasLagged = false;
          reader.buffer = reader.buffer.filter((event) => event.type === 'record');
          const snapshot: WorkstreamEvent = {
            type: 'snapshot',
            head: last,
            state: source.state(),
            inFlight: inFlight.current(),
          };
          yield snapshot;
        }
        const events = reader.buffer;
        reader.buffer = [];
        for (const event of events) {
          if (event.type === 'record') {
            if (event.record.seq <= last) continue;
            last = event.record.seq;
          }
          yield event;
        }
        if (reader.buffer.length > 0 || reader.hasLagged || signal.aborted || isClosed) continue;
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
        reader.wake = undefined;
      }
    } finally {
      readers.delete(reader);
      signal.removeEventListener('abort', wake);
    }
  }

  return {
    publish(event) {
      inFlight.take(event);
      for (const reader of readers) {
        if (reader.buffer.length >= MAX_BUFFERED) {
          reader.buffer = [];
          reader.hasLagged = true;
        }
        if (!reader.hasLagged || event.type === 'record') reader.buffer.push(event);
        reader.wake?.();
      }
    },
    subscribe,
    close() {
      isClosed = true;
      for (const reader of readers) reader.wake?.();
    },
  };
}

/** What has been streamed and is not yet in a record. */
function createInFlight(): { take(event: WorkstreamEvent): void; current(): InFlight } {
  let text = '';
  let thinking = '';
  const outputs = new Map<string, string>();
  return {
    take(event) {
      if (event.type === 'delta' && event.kind === 'text') text = tail(text + event.text);
      if (event.type === 'delta' && event.kind === 'thinking') thinking = tail(thinking + event.text);
      if (event.type === 'output') outputs.set(event.callId, tail((outputs.get(event.callId) ?? '') + event.text));
      if (event.type === 'reset') text = thinking = '';
      if (event.type !== 'record') return;
      if (event.record.kind === 'model.replied' || event.record.kind === 'turn.finished') text = thinking = '';
      if (event.record.kind === 'call.finished') outputs.delete(event.record.body.callId);
    },
    current: () => ({ text, thinking, outputs: [...outputs].map(([callId, output]) => ({ callId, text: output })) }),
  };
}

const tail = (text: string): string => (text.length > MAX_IN_FLIGHT_CHARS ? text.slice(-MAX_IN_FLIGHT_CHARS) : text);
