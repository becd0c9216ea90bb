import { lstat, readdir, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ownerAddressPattern } from './owner-address.ts';

/** Removes the sockets of processes that ended without closing them. */
export async function sweepSockets(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []); // no directory: nothing to sweep
  const dead = names.filter((name) => {
    const pid = ownerAddressPattern.exec(name)?.groups?.['pid'];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.all(
    dead.map(async (name) => {
      const address = join(directory, name);
      // A process in another container shares the directory but not the process ids, so the id alone does not tell.
      if (await isRefused(address)) await removeSocket(address);
    }),
  );
}

/** Removes an address that was found dead. Anything but a socket stays. */
export async function removeSocket(address: string): Promise<void> {
  try {
    if ((await lstat(address)).isSocket()) await unlink(address);
  } catch {
    // Gone already, or not ours to remove: a dead socket does no harm.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

const isRefused = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED'));
  });
