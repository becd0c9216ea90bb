// The floor that the program is compared with: the least that an agent over this wire must do. One request a round on
// a kept connection, the calls of a reply side by side, `bash -c` for each, nothing written down.
//
//   node bare-loop.mjs BASE_URL MODEL PROMPT
import { spawn } from 'node:child_process';
import http from 'node:http';

const [baseUrl = '', model = '', prompt = ''] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true });
const bashTool = {
  type: 'function',
  function: {
    name: 'bash',
    description: 'Runs a command',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
};

/** @typedef {{ id: string, type: 'function', function: { name: string, arguments: string } }} Call */
/** @typedef {{ role: string, content: string, tool_calls?: Call[], tool_call_id?: string }} Message */

/** @type {Message[]} */
const messages = [{ role: 'user', content: prompt }];
for (;;) {
  const reply = readReply(await post({ model, stream: true, messages, tools: [bashTool] }));
  messages.push(reply);
  const calls = reply.tool_calls ?? [];
  if (calls.length === 0) {
    process.stdout.write(`${reply.content}\n`);
    break;
  }
  const outputs = await Promise.all(calls.map((call) => runBash(JSON.parse(call.function.arguments).command)));
  calls.forEach((call, at) => {
    messages.push({ role: 'tool', tool_call_id: call.id, content: outputs[at] ?? '' });
  });
}
agent.destroy();

/**
 * @param {object} body
 * @returns {Promise<string>}
 */
function post(body) {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const request = http.request(`${baseUrl}/chat/completions`, { method: 'POST', agent, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () => resolve(answer));
    });
    request.on('error', reject);
    request.end(text);
  });
}

/**
 * Puts the pieces of a streamed reply together.
 *
 * @param {string} stream
 * @returns {Message}
 */
function readReply(stream) {
  let content = '';
  /** @type {Call[]} */
  const calls = [];
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const delta = JSON.parse(line.slice('data: '.length)).choices[0]?.delta ?? {};
    content += delta.content ?? '';
    for (const piece of delta.tool_calls ?? []) {
      const call = calls[piece.index] ?? { id: piece.id, type: 'function', function: { name: '', arguments: '' } };
      calls[piece.index] = call;
      call.function.name += piece.function?.name ?? '';
      call.function.arguments += piece.function?.arguments ?? '';
    }
  }
  return { role: 'assistant', content, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

/**
 * @param {string} command
 * @returns {Promise<string>}
 */
function runBash(command) {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (bytes) => {
        output += bytes;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve(`${output}[exit ${code}]`));
  });
}
