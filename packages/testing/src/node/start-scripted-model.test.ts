import { describe, expect, test } from 'vitest';
import { type ScriptedModel, startScriptedModel } from './start-scripted-model.ts';

interface Asked {
  readonly status: number;
  readonly text: string | undefined;
  readonly problem: string | undefined;
}

/** Asks over Chat Completions. */
async function ask(model: ScriptedModel, content: string, more: object = {}): Promise<Asked> {
  const response = await fetch(`${model.chatBaseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer right' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], ...more }),
  });
  const body = JSON.parse(await response.text());
  return { status: response.status, text: body.choices?.[0].message.content, problem: body.error?.message };
}

describe('which reply a request gets', () => {
  test('the next one, each as often as it says', async () => {
    await using model = await startScriptedModel({ script: [{ text: 'a', repeat: 2 }, { text: 'b' }] });
    const texts = [await ask(model, ''), await ask(model, ''), await ask(model, '')].map((asked) => asked.text);
    expect(texts).toEqual(['a', 'a', 'b']);
    expect(await ask(model, '')).toMatchObject({ status: 400, problem: 'The script has no reply for request 4.' });
  });

  test('the first that fits what the user said last, so that conversations do not mix', async () => {
    await using model = await startScriptedModel({
      script: [
        { when: { userIncludes: 'cats' }, text: 'cats 1' },
        { when: { userIncludes: 'dogs' }, text: 'dogs 1' },
        { when: { userIncludes: 'cats' }, text: 'cats 2' },
        { text: 'anything', repeat: 'forever' },
      ],
    });
    const texts = await Promise.all(['about dogs', 'about cats', 'about dogs'].map((content) => ask(model, content)));
    expect(texts.map((asked) => asked.text).sort()).toEqual(['anything', 'cats 1', 'dogs 1']);
    expect((await ask(model, 'about cats')).text).toBe('cats 2');
  });

  test('one made by a function that sees the request', async () => {
    await using model = await startScriptedModel({
      script: (request, n) => ({ text: `${n}: ${request.view.lastUserText} on ${request.wire}` }),
    });
    await ask(model, 'x');
    expect((await ask(model, 'y')).text).toBe('1: y on openai-chat');
  });

  test('none when the request is refused: it uses nothing up', async () => {
    await using model = await startScriptedModel({ script: [{ text: 'the only one' }] });
    expect((await ask(model, 'x', { nonsense: true })).status).toBe(400);
    expect((await ask(model, 'x')).text).toBe('the only one');
    expect(model.problems()).toEqual(['Unrecognized request argument supplied: nonsense']);
    expect(model.requests.map((request) => request.outcome)).toEqual(['refused', 'replied']);
  });

  test('those of another script from now on', async () => {
    await using model = await startScriptedModel({ script: [{ text: 'old', repeat: 'forever' }] });
    await ask(model, 'x');
    model.setScript([{ text: 'new' }]);
    expect((await ask(model, 'x')).text).toBe('new');
    expect(model.requests).toHaveLength(2);
  });
});

describe('what keeps a request out', () => {
  const script = (more: object) => ({
    version: 1 as const,
    replies: [{ text: 'in', repeat: 'forever' as const }],
    ...more,
  });

  test('a wrong key, no key, in the form of each provider', async () => {
    await using model = await startScriptedModel({ script: script({ apiKey: 'right' }) });
    expect((await ask(model, 'x')).text).toBe('in');
    const seen: unknown[] = [];
    for (const [path, header] of [
      ['/v1/chat/completions', 'authorization'],
      ['/v1/responses', 'authorization'],
      ['/v1/messages', 'x-api-key'],
      ['/v1beta/models/m:generateContent', 'x-goog-api-key'],
    ] as const) {
      const wrong = await fetch(model.url + path, {
        method: 'POST',
        headers: { [header]: 'Bearer wrong' },
        body: '{}',
      });
      const none = await fetch(model.url + path, { method: 'POST', body: '{}' });
      seen.push([path, wrong.status, none.status]);
    }
    expect(seen).toEqual([
      ['/v1/chat/completions', 401, 401],
      ['/v1/responses', 401, 401],
      ['/v1/messages', 401, 401],
      ['/v1beta/models/m:generateContent', 400, 403],
    ]);
  });

  test('a prompt that does not fit the window', async () => {
    await using model = await startScriptedModel({ script: script({ contextWindow: 100 }) });
    expect((await ask(model, 'short')).text).toBe('in');
    expect((await ask(model, 'x'.repeat(1000))).problem).toMatch(
      /maximum context length is 100 tokens. However, your messages/,
    );
    const anthropic = await fetch(`${model.anthropicBaseUrl}/v1/messages`, {
      method: 'POST',
      headers: { 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'x'.repeat(1000) }] }),
    });
    expect(await anthropic.json()).toMatchObject({
      error: { message: expect.stringMatching(/^prompt is too long: \d+ tokens > 100 maximum$/) },
    });
  });

  test('a body that is no JSON, a path that is not there', async () => {
    await using model = await startScriptedModel({ script: [] });
    const broken = await fetch(`${model.chatBaseUrl}/chat/completions`, { method: 'POST', body: '{"model":' });
    expect(await broken.json()).toMatchObject({ error: { message: expect.stringContaining('Is it valid JSON?') } });
    expect((await fetch(`${model.url}/v2/other`)).status).toBe(404);
    expect(model.lookups).toMatchObject([{ method: 'GET', path: '/v2/other', status: 404 }]);
  });
});

describe('waiting and closing', () => {
  test('waits for requests that have not arrived yet', async () => {
    await using model = await startScriptedModel({ script: [{ text: 'a', repeat: 'forever' }] });
    const waiting = model.waitForRequests(2);
    await ask(model, '1');
    await ask(model, '2');
    expect(await waiting).toHaveLength(2);
  });

  test('stops to wait when it is told to, and when the model closes', async () => {
    const model = await startScriptedModel({ script: [] });
    const stopping = new AbortController();
    const stopped = model.waitForRequests(1, stopping.signal);
    const waiting = model.waitForRequests(1);
    stopping.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    await Promise.all([
      expect(waiting).rejects.toThrow('The scripted model was closed after 0 of 1 awaited requests.'),
      model.close(),
    ]);
    await model.close();
    await expect(fetch(model.url)).rejects.toThrow();
  });

  test('a function that fails is a defect of the test, not an answer of a provider', async () => {
    await using model = await startScriptedModel({
      script: () => {
        throw new Error('no idea what to say');
      },
    });
    const response = await fetch(`${model.chatBaseUrl}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x' }] }),
    });
    expect([response.status, response.headers.get('x-should-retry')]).toEqual([500, 'false']);
    expect(await response.text()).toContain('no idea what to say');
    expect(model.problems()).toEqual(['no idea what to say']);
  });
});

test('a script that is not valid is refused with the place of the fault', async () => {
  const starting = startScriptedModel({ script: { version: 1, replies: [{ txt: 'typo' } as object] } });
  await expect(starting).rejects.toThrow('Unrecognized key: \\"txt\\"');
});
