import dns from 'node:dns/promises';
import http from 'node:http';
import net from 'node:net';
import { expect, test } from 'vitest';

const connectError = (options: net.TcpNetConnectOpts) =>
  new Promise<string>((resolve) => {
    const socket = net.connect(options);
    socket.on('error', (error) => resolve(error.message));
    socket.on('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });

test('a test reaches this machine and nothing else', async () => {
  const server = http.createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    expect(await (await fetch(`http://127.0.0.1:${address.port}`)).text()).toBe('here');
    expect(await (await fetch(`http://localhost:${address.port}`)).text()).toBe('here');
    expect(await connectError({ host: '192.0.2.1', port: 80 })).toBe(
      'tests are offline: 192.0.2.1 is not this machine',
    );
    await expect(fetch('http://example.com')).rejects.toThrow();
    expect(await dns.lookup('localhost')).toBeDefined();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
