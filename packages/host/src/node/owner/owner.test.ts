import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Acknowledgement, InboxMessage, LogRecord, WorkstreamEvent } from '@toolstone/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedOwner, connectOwner, type RemoteWorkstream } from './connect-owner.ts';
import { createOwnerAddress } from './owner-address.ts';
import {
  type MessageSender,
  type OwnedWorkstream,
  type OwnerServer,
  type ServeOwnerOptions,
  serveOwner,
} from './serve-owner.ts';

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
const delta = (text: string): WorkstreamEvent => ({ type: 'delta', scope: 'r1', kind: 'text', text });
const messageOf = (id: string): InboxMessage => ({ id, type: 'message', parts: [{ type: 'text', text: id }] });
const sender: MessageSender = { principal: 'local', surface: 'cli' };

/** A workstream in memory: a log, and live events for whoever listens. */
function createWorkstream(): OwnedWorkstream & {
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

let directory: string;
let cleanUp: (() => unknown)[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'toolstone-'));
  cleanUp = [];
});
afterEach(async () => {
  for (const undo of cleanUp.reverse()) await undo();
  await rm(directory, { recursive: true });
});

const serve = async (
  workstream: OwnedWorkstream | null,
  options: Partial<ServeOwnerOptions> = {},
): Promise<OwnerServer> => {
  const address = createOwnerAddress(join(directory, 'run'));
  const server = await serveOwner({ address, open: (id) => (id === 'a' ? workstream : null), ...options });
  cleanUp.push(() => server.close());
  return server;
};
const reach = async (address: string, answerMs = 5_000): Promise<ConnectedOwner> => {
  const owner = await connectOwner({ address, workstreamId: 'a', sender, answerMs });
  if (owner.status === 'connected') cleanUp.push(() => owner.workstream.close());
  return owner;
};
const joined = async (address: string): Promise<RemoteWorkstream> => {
  const owner = await reach(address);
  if (owner.status !== 'connected') throw new Error(owner.status);
  return owner.workstream;
};
/** A connection that speaks by hand. */
const raw = async (address: string): Promise<{ socket: Socket; next(): Promise<unknown> }> => {
  const socket = connect(address);
  await once(socket, 'connect');
  cleanUp.push(() => socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    socket,
    async next() {
      const { value, done } = await lines.next();
      return done ? 'end' : JSON.parse(value);
    },
  };
};
const hello = `${JSON.stringify({ type: 'hello', v: 1, workstreamId: 'a', ...sender })}\n`;
const show = (event: WorkstreamEvent): string => {
  if (event.type === 'record') return `record ${event.record.seq}`;
  return event.type === 'delta' ? `delta ${event.text}` : event.type;
};
const take = async (events: AsyncIterable<WorkstreamEvent>, count: number): Promise<readonly string[]> => {
  const taken: string[] = [];
  for await (const event of events) {
    taken.push(show(event));
    if (taken.length === count) break;
  }
  return taken;
};

describe("a reader of another process's workstream", () => {
  it('gets what it missed, a snapshot, and then events as they come', async () => {
    const workstream = createWorkstream();
    for (let index = 0; index < 3; index++) workstream.append();
    const remote = await joined((await serve(workstream)).address);
    const events = remote.subscribe(1)[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const { value, done } = await events.next();
      return done ? 'end' : show(value);
    };
    expect([await next(), await next(), await next()]).toEqual(['record 2', 'record 3', 'snapshot']);
    workstream.publish(delta('a'));
    workstream.append();
    workstream.publish(delta('b'));
    expect([await next(), await next(), await next()]).toEqual(['delta a', 'record 4', 'delta b']);
    workstream.end();
    expect(await next()).toBe('end');
  });

  it('sends messages in order and gets each acknowledgement', async () => {
    const workstream = createWorkstream();
    const remote = await joined((await serve(workstream)).address);
    const ids = Array.from({ length: 200 }, (_, index) => `m${index}`);
    const acknowledgements = await Promise.all(ids.map((id) => remote.send(messageOf(id))));
    expect(acknowledgements.map(({ id, status }) => `${id} ${status}`)).toEqual(ids.map((id) => `${id} accepted`));
    expect(workstream.taken.map(({ message }) => message.id)).toEqual(ids);
    expect(workstream.taken[0]?.sender).toEqual(sender);
  });

  it('can send from within its own reading', async () => {
    const workstream = createWorkstream();
    workstream.append();
    const remote = await joined((await serve(workstream)).address);
    for await (const event of remote.subscribe(0)) {
      expect(await remote.send(messageOf(show(event)))).toMatchObject({ status: 'accepted' });
      if (event.type === 'snapshot') break;
    }
    expect(workstream.taken.map(({ message }) => message.id)).toEqual(['record 1', 'snapshot']);
  });

  it('hears of a failure of the owner as an answer', async () => {
    const broken: OwnedWorkstream = { ...createWorkstream(), send: () => Promise.reject(new Error('out of order')) };
    const remote = await joined((await serve(broken)).address);
    expect(await remote.send(messageOf('m'))).toMatchObject({
      status: 'refused',
      failure: { message: 'out of order' },
    });
  });

  it('goes on from its last record after the connection broke, nothing twice, nothing missing', async () => {
    const workstream = createWorkstream();
    const { address } = await serve(workstream);
    // A connection in between that breaks after so many bytes.
    const sockets: Socket[] = [];
    const relayAddress = join(directory, 'relay.sock');
    const relay = createServer((socket) => {
      const upstream = connect(address);
      sockets.push(socket);
      socket.pipe(upstream).on('error', () => undefined);
      let left = 3_000;
      upstream.on('data', (bytes) => {
        left -= bytes.length;
        if (left < 0) socket.destroy();
        else socket.write(bytes);
      });
      upstream.on('close', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
      socket.on('error', () => undefined);
    });
    await once(relay.listen(relayAddress), 'listening');
    cleanUp.push(() => relay.close());
    const remote = await joined(relayAddress);
    const seqs: number[] = [];
    let written = 0;
    const more = (): void => {
      for (let index = 0; index < 5; index++) workstream.append('x'.repeat(50));
      written += 5;
    };
    more();
    for await (const event of remote.subscribe(0)) {
      if (event.type === 'record') seqs.push(event.record.seq);
      if (seqs.length === 100) break;
      if (seqs.length === written) more();
    }
    expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect(sockets.length).toBeGreaterThan(3);
  });

  it('ends when its signal is aborted, and the owner learns of it', async () => {
    const workstream = createWorkstream();
    const remote = await joined((await serve(workstream)).address);
    const abort = new AbortController();
    const events = remote.subscribe(0, abort.signal);
    const first = await take(events, 1);
    abort.abort();
    expect(first).toEqual(['snapshot']);
    expect(await take(remote.subscribe(0, abort.signal), 1)).toEqual([]);
  });
});

describe('an owner that is not there', () => {
  it('is dead when its process was killed, and its socket is removed', async () => {
    const address = join(directory, 'killed.sock');
    const child = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('up'))`,
    ]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(address)).toBe(true);
    expect(await reach(address)).toEqual({ status: 'dead' });
    expect(existsSync(address)).toBe(false);
    expect(await reach(address)).toEqual({ status: 'dead' });
  });

  it('is dead for a reader that it leaves, which then ends', async () => {
    const workstream = createWorkstream();
    const server = await serve(workstream);
    const remote = await joined(server.address);
    const events = remote.subscribe(0)[Symbol.asyncIterator]();
    await events.next();
    await server.close();
    expect(await events.next()).toMatchObject({ done: true });
    await expect(remote.send(messageOf('m'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await reach(server.address)).toEqual({ status: 'dead' });
  });

  it('rejects what was sent and not acknowledged when it goes', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const send = (): Promise<never> => {
      arrive();
      return new Promise(() => undefined);
    };
    const deaf: OwnedWorkstream = { ...createWorkstream(), send };
    const server = await serve(deaf);
    const remote = await joined(server.address);
    const sent = remote.send(messageOf('m'));
    const failed = expect(sent).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await arrived;
    void server.close();
    await failed;
  });

  it('lives and no longer owns the workstream', async () => {
    expect(await reach((await serve(null)).address)).toEqual({ status: 'not-owner' });
  });

  it('is silent when it accepts and says nothing', async () => {
    const address = join(directory, 'hung.sock');
    const server = createServer((socket) => socket.on('error', () => undefined));
    await once(server.listen(address), 'listening');
    cleanUp.push(() => server.close());
    expect(await reach(address, 20)).toEqual({ status: 'silent' });
  });

  it('is noticed when it stops in the middle', async () => {
    const workstream = createWorkstream();
    const address = join(directory, 'stops.sock');
    let connections = 0;
    // Says welcome and one event, then nothing: no heartbeat comes.
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined);
      if (connections > 2) socket.destroy();
      else
        socket.write(
          `${JSON.stringify({ type: 'welcome', v: 1, heartbeatMs: 10 })}\n${JSON.stringify({ type: 'event', event: { type: 'state', state: 'idle' } })}\n`,
        );
    });
    await once(server.listen(address), 'listening');
    cleanUp.push(() => server.close());
    const remote = await joined(address);
    expect(await take(remote.subscribe(0), 5)).toEqual(['state']);
    expect(workstream.log).toEqual([]);
  });
});

describe("the owner's side", () => {
  it('listens on a private socket in a private directory and leaves nothing behind', async () => {
    const { address, close } = await serve(createWorkstream());
    expect((await stat(address)).mode & 0o777).toBe(0o600);
    expect((await stat(join(directory, 'run'))).mode & 0o777).toBe(0o700);
    await close();
    expect(await readdir(join(directory, 'run'))).toEqual([]);
  });

  it('closes although a reader takes nothing', async () => {
    const workstream = createWorkstream();
    for (let index = 0; index < 200; index++) workstream.append('x'.repeat(10_000));
    const server = await serve(workstream);
    const socket = connect(server.address);
    await once(socket, 'connect');
    cleanUp.push(() => socket.destroy());
    socket.pause();
    socket.write(`${hello}{"type":"subscribe","after":0}\n`);
    await workstream.entered;
    await server.close();
    expect(existsSync(server.address)).toBe(false);
  });

  it('removes sockets of dead processes, and nothing else', async () => {
    const first = await serve(createWorkstream());
    const child = spawn(process.execPath, [
      '-e',
      `require('net').createServer().listen(process.argv[1].replace('PID', process.pid), () => console.log('up'))`,
      join(directory, 'run', 'PID-0a1b2c3d.sock'),
    ]);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const stale = join(directory, 'run', `${child.pid}-0a1b2c3d.sock`);
    await writeFile(join(directory, 'run', 'notes.txt'), '');
    expect(existsSync(stale)).toBe(true);
    const second = await serve(createWorkstream());
    expect(existsSync(stale)).toBe(false);
    expect((await readdir(join(directory, 'run'))).length).toBe(3);
    expect(existsSync(first.address) && existsSync(second.address)).toBe(true);
  });

  it('refuses what it does not understand, and goes on', async () => {
    const workstream = createWorkstream();
    const { address } = await serve(workstream);
    const { socket, next } = await raw(address);
    socket.write('{"type":"subscribe","after":0}\n');
    expect(await next()).toMatchObject({ type: 'refused', failure: { code: 'LINE_UNEXPECTED' } });
    socket.write(hello);
    expect(await next()).toMatchObject({ type: 'welcome' });
    socket.write('not json\n{"type":"unheard"}\n{"type":"send","message":{"id":"m1","type":"what"}}\n');
    expect(await next()).toMatchObject({ type: 'refused', failure: { code: 'LINE_INVALID' } });
    expect(await next()).toMatchObject({ type: 'refused', failure: { code: 'LINE_INVALID' } });
    expect(await next()).toMatchObject({ type: 'acknowledgement', acknowledgement: { id: 'm1', status: 'refused' } });
    socket.write(Buffer.from(`${'x'.repeat(17 * 1024 * 1024)}\n`));
    expect(await next()).toMatchObject({
      type: 'refused',
      failure: { message: 'a line is longer than 16777216 bytes' },
    });
    socket.write('{"type":"subscribe","after":0}\n');
    expect(await next()).toMatchObject({ type: 'event', event: { type: 'snapshot' } });
    socket.write('{"type":"subscribe","after":0}\n');
    expect(await next()).toMatchObject({ type: 'refused', failure: { code: 'LINE_UNEXPECTED' } });
  });

  it('says no to another version of itself', async () => {
    const { socket, next } = await raw((await serve(createWorkstream())).address);
    socket.write(hello.replace('"v":1', '"v":99'));
    expect(await next()).toEqual({ type: 'not-owner' });
    expect(await next()).toBe('end');
  });

  it('gives signs of life', async () => {
    const { socket, next } = await raw((await serve(createWorkstream(), { heartbeatMs: 5 })).address);
    socket.write(hello);
    expect(await next()).toMatchObject({ type: 'welcome', heartbeatMs: 5 });
    expect(await next()).toEqual({ type: 'heartbeat' });
    expect(await next()).toEqual({ type: 'heartbeat' });
  });

  it('takes no more from the log than a slow reader does, and cuts off one that is stuck', async () => {
    const workstream = createWorkstream();
    for (let index = 0; index < 2_000; index++) workstream.append('x'.repeat(10_000));
    const { address } = await serve(workstream, { stuckMs: 50 });
    const socket = connect(address);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`${hello}{"type":"subscribe","after":0}\n`);
    // It reads nothing: what the owner has pulled when it gives up is what the two ends of the socket hold.
    await workstream.left;
    expect(workstream.pulled()).toBeLessThan(200);
    socket.destroy();
    // And it may come back and get everything.
    const remote = await joined(address);
    expect(await take(remote.subscribe(0), 2_001)).toEqual([
      ...workstream.log.map(({ seq }) => `record ${seq}`),
      'snapshot',
    ]);
  });

  it('carries a delta in well under a millisecond', async () => {
    const workstream = createWorkstream();
    const remote = await joined((await serve(workstream)).address);
    const events = remote.subscribe(0)[Symbol.asyncIterator]();
    await events.next();
    const count = 2_000;
    const start = performance.now();
    for (let index = 0; index < count; index++) workstream.publish(delta('word '));
    for (let index = 0; index < count; index++) await events.next();
    expect((performance.now() - start) / count).toBeLessThan(1);
  });
});
