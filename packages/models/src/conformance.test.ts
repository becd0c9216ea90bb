import type { Message } from '@toolstone/kernel';
import type { ScriptSource } from '@toolstone/testing';
import { describe, expect, test } from 'vitest';
import {
  answer,
  type BenchOptions,
  failure,
  openBench,
  pngPart,
  readFile,
  request,
  result,
  streamed,
  user,
  type WireUnderTest,
} from './conformance-bench.test-support.ts';

/** The same promises, kept on each wire: what a lane gives does not depend on whom it asks. */
const wires: readonly WireUnderTest[] = [
  { wire: 'openai-chat', model: 'local-model', path: '/v1' },
  { wire: 'openai-responses', model: 'gpt-5.6-terra', path: '/v1' },
  { wire: 'anthropic', model: 'claude-sonnet-5', path: '' },
  { wire: 'gemini', model: 'gemini-3.5-flash', path: '' },
];

for (const under of wires) {
  const { wire, model: modelName } = under;
  const bench = (script: ScriptSource, more: BenchOptions = {}) => openBench(under, script, more);

  describe(`a lane on ${wire}`, () => {
    test('streams text and gives it whole in the reply, with usage', async () => {
      const { model, ask } = await bench([
        {
          text: 'Grüße, Welt 🌍',
          split: 'inside-characters',
          usage: { inputTokens: 120, outputTokens: 30, cacheReadTokens: 100 },
        },
      ]);
      const { events, reply } = await ask(request([user('Hello')], { cacheKey: 'ws1' }));
      expect(streamed(events, 'text')).toBe('Grüße, Welt 🌍');
      expect(reply.parts.filter((part) => part.type === 'text').map((part) => part.text)).toEqual(['Grüße, Welt 🌍']);
      expect(reply).toMatchObject({
        lane: 'main',
        stopReason: 'end',
        usage: { inputTokens: 120, outputTokens: 30, cacheReadTokens: 100 },
      });
      expect(model.problems()).toEqual([]);
      expect(model.requests[0]?.view).toMatchObject({
        system: 'Be brief.',
        lastUserText: 'Hello',
        tools: [{ name: 'read_file' }],
      });
    });

    test('runs parallel calls: each with its id, its arguments as they were written, and its own answer', async () => {
      const { model, ask } = await bench([
        {
          text: 'Both.',
          calls: [
            { name: 'read_file', arguments: { path: 'a "quoted" name' } },
            { name: 'read_file', arguments: { path: 'b' } },
          ],
        },
        { text: 'Done' },
      ]);
      const { reply, events } = await ask(request([user('Read both')]));
      const calls = reply.parts.filter((part) => part.type === 'call');
      expect(reply.stopReason).toBe('calls');
      expect(calls.map((call) => [call.callId, call.name, JSON.parse(call.arguments)])).toEqual([
        ['c1', 'read_file', { path: 'a "quoted" name' }],
        ['c2', 'read_file', { path: 'b' }],
      ]);
      expect(events.some((event) => event.type === 'composing' && event.name === 'read_file')).toBe(true);
      const second = await ask(
        request([user('Read both'), answer(reply), result('c1', 'A'), result('c2', 'no such file', true)]),
      );
      expect(second.reply.stopReason).toBe('end');
      expect(model.problems()).toEqual([]);
      expect(model.requests[1]?.view.toolResults.map((r) => r.content)).toEqual([
        'A',
        expect.stringContaining('no such file'),
      ]);
    });

    test('keeps thinking and sends what is sealed in it back unchanged, to the same model only', async () => {
      const { model, ask } = await bench([
        {
          thinking: 'Let me see…',
          text: 'Reading',
          calls: [{ name: 'read_file', arguments: { path: 'a' } }],
          ...(wire === 'anthropic' ? { redactedThinking: 'opaque' } : {}),
        },
        { text: 'Done' },
        { text: 'Done' },
      ]);
      const { events, reply } = await ask(request([user('Read a')]));
      expect(streamed(events, 'thinking')).toBe('Let me see…');
      expect(reply.parts.find((part) => part.type === 'thinking')?.text).toBe('Let me see…');
      await ask(request([user('Read a'), answer(reply), result('c1', 'A')]));
      // The model checks its own seals: a changed one is a problem.
      expect(model.problems()).toEqual([]);
      const sent = JSON.stringify(model.requests[1]?.body);
      for (const part of reply.parts) {
        const seal = JSON.stringify(part.provider ?? null).match(
          /"(?:signature|thoughtSignature|encrypted_content|data)":"([^"]+)"/,
        )?.[1];
        if (seal !== undefined) expect(sent).toContain(seal);
      }
      const foreign = JSON.parse(JSON.stringify(answer(reply)).replaceAll(modelName, 'another-model'));
      await ask(request([user('Read a'), foreign, result('c1', 'A')]));
      expect(model.problems()).toEqual([]);
      expect(JSON.stringify(model.requests[2]?.body)).not.toContain('Let me see');
    });

    test('sends images of a message and of a result', async () => {
      const { model, ask } = await bench([{ text: 'A picture' }]);
      const asked: readonly Message[] = [
        { role: 'user', parts: [{ type: 'text', text: 'What is this?' }, pngPart] },
        {
          role: 'assistant',
          lane: 'other',
          parts: [
            { type: 'call', callId: 'x1', name: 'read_file', arguments: '{"path":"b.png"}' },
            { type: 'call', callId: 'x2', name: 'read_file', arguments: '{"path":"c"}' },
          ],
        },
        {
          role: 'tool',
          callId: 'x1',
          name: 'read_file',
          isError: false,
          parts: [{ type: 'text', text: 'b.png' }, pngPart],
        },
        result('x2', 'C'),
      ];
      await ask(request(asked));
      expect(model.problems()).toEqual([]);
      expect(model.requests[0]?.view.images.map((image) => image.mediaType)).toEqual(['image/png', 'image/png']);
    });

    test('describes images to a model that cannot see, and documents to all', async () => {
      const { model, ask } = await bench([{ text: 'ok' }], { capabilities: { vision: false } });
      const pdf = { ...pngPart, mediaType: 'application/pdf', name: 'b.pdf', description: 'An invoice over 12 euros' };
      await ask(request([{ role: 'user', parts: [{ type: 'text', text: 'Look' }, pngPart, pdf] }]));
      expect(model.problems()).toEqual([]);
      expect(model.requests[0]?.view.images).toEqual([]);
      const said = model.requests[0]?.view.lastUserText;
      expect(said).toContain('[a.png, image/png, 8 bytes; this model cannot see images]');
      expect(said).toContain('[b.pdf, application/pdf, 8 bytes]\nAn invoice over 12 euros');
    });

    test('a limit of length drops the call that it cut and keeps the text', async () => {
      // Gemini sends calls whole: one that a limit cuts never comes.
      const calls = wire === 'gemini' ? [] : [{ name: 'read_file', rawArguments: '{"path": "a' }];
      const { ask } = await bench([{ text: 'Reading', calls, stopReason: 'length' }]);
      const { reply } = await ask(request([user('Read')]));
      expect(reply.stopReason).toBe('length');
      expect(reply.parts.map((part) => part.type)).toEqual(['text']);
    });

    test('says when the model refuses and when a filter stops it', async () => {
      const { ask } = await bench([
        { text: 'I cannot', stopReason: 'refusal' },
        { text: 'He', stopReason: 'filter' },
      ]);
      const first = await ask(request([user('Do')]));
      // Gemini has no refusal of its own: it filters.
      expect(['refusal', 'filter']).toContain(first.reply.stopReason);
      const second = await ask(request([user('Do')]));
      expect(['refusal', 'filter']).toContain(second.reply.stopReason);
    });

    test('asks again after a cut stream, and what was streamed before is voided', async () => {
      const { model, ask, slept } = await bench([
        { text: 'one two three four', chunkChars: 4, cutAfterChunks: 4 },
        { text: 'one two three four' },
      ]);
      const { events, reply } = await ask(request([user('Count')]));
      expect(streamed(events, 'text')).toBe('one two three four');
      expect(reply.parts.at(-1)).toMatchObject({ type: 'text', text: 'one two three four' });
      expect(events.filter((event) => event.type === 'reset').length).toBeLessThanOrEqual(1);
      expect(events.find((event) => event.type === 'notice')).toMatchObject({ code: 'LANE_RETRY', level: 'info' });
      expect(slept).toEqual([500]);
      expect(model.requests.length).toBe(2);
    });

    test('a stream that ends without saying why is a cut one', async () => {
      const { ask } = await bench([{ text: 'half', endWithoutFinish: true, repeat: 'forever' }], {
        settings: { max_retries: 0 },
      });
      expect(await failure(ask(request([user('x')])))).toMatchObject({ kind: 'cut' });
    });

    test('takes such an end where the settings say that the server forgets the reason', async () => {
      const { ask } = await bench([{ text: 'half', endWithoutFinish: true }], {
        capabilities: { finish_reason_optional: true },
      });
      if (wire === 'openai-responses') return;
      const { reply } = await ask(request([user('x')]));
      expect(reply).toMatchObject({ stopReason: 'end', parts: [{ type: 'text', text: 'half' }] });
    });

    test('tells a prompt that does not fit from every other refusal', async () => {
      const { ask } = await bench([
        { error: { kind: 'context-overflow' } },
        { error: { kind: 'too-large' } },
        { error: { kind: 'invalid-request' } },
      ]);
      expect((await failure(ask(request([user('x')])))).kind).toBe('context-overflow');
      expect((await failure(ask(request([user('x')])))).kind).toBe('context-overflow');
      expect((await failure(ask(request([user('x')])))).kind).toBe('invalid-request');
    });

    test('waits as long as the provider asks, then goes through', async () => {
      const { ask, slept } = await bench([
        { error: { kind: 'rate-limit', retryAfterSeconds: 3 } },
        { error: { kind: 'overloaded' } },
        { error: { kind: 'server-error' } },
        { text: 'ok' },
      ]);
      const { reply } = await ask(request([user('x')]));
      expect(reply.parts.at(-1)).toMatchObject({ text: 'ok' });
      expect(slept[0]).toBeGreaterThanOrEqual(3_000);
      expect(slept.slice(1)).toEqual([1_000, 2_000]);
    });

    test('an error in the middle of the stream is tried again', async () => {
      const { ask } = await bench([{ text: 'one two', errorInStream: { kind: 'overloaded' } }, { text: 'ok' }]);
      const { reply, events } = await ask(request([user('x')]));
      expect(reply.parts.at(-1)).toMatchObject({ text: 'ok' });
      expect(streamed(events, 'text')).toBe('ok');
    });

    test('failures that stay are told at once, without the key', async () => {
      const { model, ask } = await bench([
        { error: { kind: 'auth', message: 'Incorrect API key provided: secret-key-1' } },
        { error: { kind: 'not-found' } },
        // Google's cannot be told from a limit of rate, and is tried again.
        { error: { kind: 'quota' }, repeat: 'forever' },
      ]);
      const auth = await failure(ask(request([user('x')])));
      expect(auth.kind).toBe('auth');
      expect(auth.message).not.toContain('secret-key-1');
      expect(auth.message).toContain('KEY');
      expect((await failure(ask(request([user('x')])))).kind).toBe('not-found');
      expect(['auth', 'rate-limit']).toContain((await failure(ask(request([user('x')])))).kind);
      expect(model.requests.length).toBeGreaterThanOrEqual(3);
    });

    test('bytes that are not UTF-8 are replaced', async () => {
      const { ask } = await bench([{ text: 'ab', invalidUtf8: true }]);
      const { reply } = await ask(request([user('x')]));
      expect(JSON.stringify(reply.parts)).toContain('\ufffd');
    });

    test('stops when it is told to', async () => {
      const { model, ask } = await bench([{ text: 'one', hangAfterChunks: 1 }]);
      const controller = new AbortController();
      const asked = ask(request([user('x')]), controller.signal);
      await model.waitForRequests(1);
      const reason = new Error('stopped by the person');
      controller.abort(reason);
      await expect(asked).rejects.toBe(reason);
    });

    test('silence ends a request', async () => {
      const { ask } = await bench([{ hang: true }], { settings: { idle_timeout_seconds: 1, max_retries: 0 } });
      expect(await failure(ask(request([user('x')])))).toMatchObject({
        kind: 'cut',
        message: expect.stringContaining('nothing arrived for 1 s'),
      });
    });

    test('two calls under one id come apart again', async () => {
      const { model, ask } = await bench([
        {
          calls: [
            { id: 'same', name: 'read_file', arguments: { path: 'a' } },
            { id: 'same', name: 'read_file', arguments: { path: 'b' } },
          ],
        },
        { text: 'ok' },
      ]);
      const { reply } = await ask(request([user('x')]));
      const paths = reply.parts.flatMap((part) => (part.type === 'call' ? [JSON.parse(part.arguments).path] : []));
      expect(paths).toEqual(['a', 'b']);
      await ask(request([user('x'), answer(reply), result('c1', 'A'), result('c2', 'B')]));
      expect(model.problems()).toEqual([]);
    });

    test('arguments that are not JSON stay as they were written, and later requests stay valid', async () => {
      if (wire === 'gemini') return;
      const { model, ask } = await bench([
        { calls: [{ name: 'read_file', rawArguments: '{"path": "a",,}' }] },
        { text: 'ok' },
      ]);
      const { reply } = await ask(request([user('x')]));
      expect(reply.parts.find((part) => part.type === 'call')).toMatchObject({ arguments: '{"path": "a",,}' });
      await ask(request([user('x'), answer(reply), result('c1', 'damaged', true)]));
      expect(model.problems()).toEqual([]);
    });

    test('tools with any name and any schema reach the model, or are left out with a warning', async () => {
      const { model, ask } = await bench([{ calls: [{ name: 'mcp__a_b__c', arguments: {} }] }, { text: 'ok' }]);
      const odd = {
        name: 'mcp__a.b__c',
        description: 'Odd.',
        parameters: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          oneOf: [
            { properties: { a: { const: 1 }, list: { type: 'array' } }, required: ['a'] },
            { $ref: '#/definitions/tree' },
          ],
          definitions: {
            tree: {
              type: 'object',
              properties: { child: { $ref: '#/definitions/tree' }, when: { type: ['string', 'null'], format: 'uri' } },
            },
          },
        },
      } as const;
      const scalar = { name: 'scalar', description: 'Takes a string.', parameters: { type: 'string' } } as const;
      const { events } = await ask(request([user('x')], { tools: [readFile, odd, scalar] }));
      expect(model.problems()).toEqual([]);
      expect(model.requests[0]?.view.tools.map((tool) => tool.name)).toEqual([
        'read_file',
        expect.stringMatching(/^mcp__a_b__c_\w{8}$/),
      ]);
      expect(events.filter((event) => event.type === 'notice')).toMatchObject([
        { level: 'warning', code: 'TOOL_LEFT_OUT', text: expect.stringContaining('scalar') },
      ]);
    });
  });
}
