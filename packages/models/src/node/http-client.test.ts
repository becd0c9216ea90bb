import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpError, type HttpRequest, readText } from '../http.ts';
import { createHttpClient } from './http-client.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function serve(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; server: Server }> {
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function client() {
  const http = createHttpClient();
  cleanups.push(() => http.close());
  const never = new AbortController().signal;
  return {
    http,
    send: (request: Partial<HttpRequest> & { url: string }, signal = never) =>
      http.request({ method: 'GET', headers: {}, idleTimeoutMs: 5_000, ...request }, signal),
  };
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}

describe('the HTTP client', () => {
  test('says that a request has gone before there is an answer, so that work may begin that would hold it up', async () => {
    const order: string[] = [];
    const { url } = await serve((request, response) => {
      request.resume().on('end', () => {
        order.push('arrived');
        setImmediate(() => response.end('ok'));
      });
    });
    const body = 'x'.repeat(1_000_000);
    const response = await client().send({ url, method: 'POST', body, onSent: () => void order.push('gone') });
    order.push('answered');
    await readText(response, 100);
    expect(order.toSorted()).toEqual(['answered', 'arrived', 'gone']);
    expect(order.at(-1)).toBe('answered');
  });

  test('sends a body and gives status, headers and text', async () => {
    const { url } = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      request.on('end', () =>
        response
          .writeHead(201, { 'x-made': 'yes' })
          .end(`${request.method} ${request.headers['content-length']} ${body}`),
      );
    });
    const response = await client().send({ url, method: 'POST', body: 'größe' });
    expect([response.status, response.headers['x-made'], await readText(response, 1_000)]).toEqual([
      201,
      'yes',
      'POST 7 größe',
    ]);
  });

  test('uses one connection for one request after the other', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    const { send } = client();
    for (let i = 0; i < 3; i++) await readText(await send({ url }), 100);
    expect(ports.size).toBe(1);
  });

  test('sends again when a kept connection turns out to be closed', async () => {
    let served = 0;
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      let requests = 0;
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        // The second request on a connection finds it closed, as a server's own timeout would close it.
        if (requests > 1) socket.destroy();
        else {
          served += 1;
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { send } = client();
    expect(await readText(await send({ url }), 10)).toBe('ok');
    expect(await readText(await send({ url }), 10)).toBe('ok');
    expect([served, sockets.length]).toEqual([2, 2]);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('reads a body that comes as %s', async (encoding, compress) => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('a'.repeat(10_000))));
    });
    expect(await readText(await client().send({ url }), 100_000)).toBe('a'.repeat(10_000));
  });

  test('names a connection that nobody takes', async () => {
    const { url, server } = await serve(() => undefined);
    server.close();
    const error = await failureOf(client().send({ url }));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('nothing listens there') });
  });

  test('ends when nothing arrives, before the head and inside the body', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('one');
    });
    const { send } = client();
    expect(await failureOf(send({ url, idleTimeoutMs: 50 }))).toMatchObject({ code: 'idle' });
    const begun = await send({ url: `${url}/body`, idleTimeoutMs: 50 });
    expect(await failureOf(readText(begun, 100))).toMatchObject({
      code: 'idle',
      message: 'nothing arrived for 0.05 s',
    });
  });

  test('tells a body that was cut from one that ended', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    expect(await failureOf(readText(await client().send({ url }), 100))).toMatchObject({ code: 'broken' });
  });

  test('an abort rejects with its reason, before and after the head', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/body') response.writeHead(200).write('one');
    });
    const { send } = client();
    const reason = new Error('enough');
    const early = new AbortController();
    const waiting = failureOf(send({ url }, early.signal));
    early.abort(reason);
    expect(await waiting).toBe(reason);
    const late = new AbortController();
    const begun = await send({ url: `${url}/body` }, late.signal);
    const reading = failureOf(readText(begun, 100));
    late.abort(reason);
    expect(await reading).toBe(reason);
  });

  test('a rest that nobody reads is let go without ending the connection', async () => {
    const ports = new Set<number | undefined>();
    const { url } = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.write('first ');
      response.end('rest');
    });
    const { send } = client();
    const first = await send({ url });
    for await (const _chunk of first.body) break;
    first.release();
    await readText(await send({ url }), 100);
    await readText(await send({ url }), 100);
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test('gives a redirect to the caller', async () => {
    const { url } = await serve((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end());
    expect(await client().send({ url })).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
  });
});
