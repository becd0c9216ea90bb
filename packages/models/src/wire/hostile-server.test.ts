import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LaneError, type LaneRequest } from '@toolstone/kernel';
import { afterEach, expect, test } from 'vitest';
import { createLanes, plainModelSettings } from '../create-lanes.ts';
import { createNodeModelPorts } from '../node/model-ports.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A lane to a server that answers every request as it likes; `elapse` moves the lane's clock. */
async function laneTo(answer: (response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    request.resume();
    response.on('error', () => undefined); // the client goes when it has had enough
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  let now = 0;
  const ports = createNodeModelPorts({ now: () => now, monotonic: () => now, sleep: async () => undefined });
  cleanups.push(() => ports.http.close());
  // A server that listens on a port has an address with a port.
  const { port } = server.address() as AddressInfo;
  const settings = plainModelSettings('openai-chat', 'm', { base_url: `http://127.0.0.1:${port}/v1`, max_retries: 0 });
  const resolved = createLanes({ settings: { models: { m: settings }, fallback_models: [] }, env: {}, ports }).resolve(
    'm',
  );
  if (!resolved.ok) throw new Error(resolved.failure.message);
  const { lane } = resolved;
  return {
    elapse: (ms: number) => {
      now += ms;
    },
    async failure(): Promise<LaneError> {
      const request: LaneRequest = {
        system: 'S',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'go' }] }],
        tools: [],
        readBlob: async () => null,
        nextCallId: () => 'c1',
      };
      try {
        for await (const _event of lane.stream(request, new AbortController().signal)) {
          // Only how it ends matters here.
        }
      } catch (error) {
        if (error instanceof LaneError) return error;
        throw error;
      }
      throw new Error('the server was believed');
    },
  };
}

/** Writes as fast as the other side reads, until it goes. */
function writeForEver(response: ServerResponse, piece: string, before: () => void = () => undefined): void {
  const more = (): void => {
    before();
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

const asStream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;

test('an event that never ends its line is not kept in memory for ever', async () => {
  const { failure } = await laneTo((response) => {
    asStream(response).write('data: ');
    writeForEver(response, 'x'.repeat(1_000_000));
  });
  expect((await failure()).message).toContain('it sends one event without an end');
});

test('a model that never stops writing is stopped, and not asked again', async () => {
  const { failure } = await laneTo((response) =>
    writeForEver(asStream(response), chunk({ content: 'and so on '.repeat(10_000) })),
  );
  const error = await failure();
  expect(error.kind).toBe('unexpected');
  expect(error.message).toContain('the reply passed 8 million characters and was stopped; lower max_output_tokens');
});

test('a call whose arguments never end is stopped too', async () => {
  const call = (text: string) =>
    chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'write_file', arguments: text } }] });
  const { failure } = await laneTo((response) => writeForEver(asStream(response), call('a'.repeat(100_000))));
  expect((await failure()).message).toContain('was stopped');
});

test('keep-alives alone do not keep a request alive for ever', async () => {
  const lane = await laneTo((response) => {
    asStream(response).write(chunk({ content: 'a' }));
    const timer = setInterval(() => {
      lane.elapse(60_000);
      response.write(': ping\n\n');
    }, 5);
    response.on('close', () => clearInterval(timer));
  });
  const error = await lane.failure();
  expect(error.kind).toBe('cut');
  expect(error.message).toContain('nothing but keep-alives arrived for 1200 s');
});

test('a web page with status 200 is told at once as a wrong address', async () => {
  const { failure } = await laneTo((response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Log in</html>'),
  );
  const error = await failure();
  expect(error.kind).toBe('not-found');
  expect(error.message).toContain('it answers with a web page). Check model and base_url');
});
