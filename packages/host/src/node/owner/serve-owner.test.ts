import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectOwner, type RemoteWorkstream } from './connect-owner.ts';
import { createWorkstream, delta, sender, take } from './memory-workstream.fixture.ts';
import type { OwnedWorkstream, ServeOwnerOptions } from './owned-workstream.ts';
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

const serve = async (
  workstream: OwnedWorkstream | null,
  options: Partial<ServeOwnerOptions> = {},
): Promise<OwnerServer> => {
  const address = createOwnerAddress(join(directory, 'run'));
  const server = await serveOwner({ address, open: (id) => (id === 'a' ? workstream : null), ...options });
  cleanUp.push(() => server.close());
  return server;
};
const joined = async (address: string): Promise<RemoteWorkstream> => {
  const owner = await connectOwner({ address, workstreamId: 'a', sender });
  if (owner.status !== 'connected') throw new Error(owner.status);
  cleanUp.push(() => owner.workstream.close());
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
