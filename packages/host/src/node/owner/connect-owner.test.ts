import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectedOwner, connectOwner, type RemoteWorkstream } from './connect-owner.ts';
import { createWorkstream, delta, messageOf, sender, show, take } from './memory-workstream.fixture.ts';
import type { OwnedWorkstream } from './owned-workstream.ts';
import { createOwnerAddress } from './owner-address.ts';
import { type OwnerServer, serveOwner } from './serve-owner.ts';

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

const serve = async (workstream: OwnedWorkstream | null): Promise<OwnerServer> => {
  const address = createOwnerAddress(join(directory, 'run'));
  const server = await serveOwner({ address, open: (id) => (id === 'a' ? workstream : null) });
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
