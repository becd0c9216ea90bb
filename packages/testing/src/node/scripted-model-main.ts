import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ZodError, z } from 'zod';
import type { RecordedRequest } from '../scripted-model/recorded-request.ts';
import { type Script, scriptSchema } from '../scripted-model/script.ts';
import { startScriptedModel } from './start-scripted-model.ts';

const usage = `Serves a scripted model on 127.0.0.1 until it is interrupted.

  scripted-model --script FILE.json [--port N]

--script   the replies, see packages/testing/README.md
--port     a free port without it`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { script: { type: 'string' }, port: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true || values.script === undefined) {
    process.stderr.write(`${usage}\n`);
    return values.help === true ? 0 : 2;
  }
  const script = await readScript(values.script);
  const port = z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .parse(values.port ?? 0);
  const model = await startScriptedModel({ script, port, onAnswered: printRequest });
  process.stdout.write(
    [
      `OpenAI chat, responses  ${model.chatBaseUrl}`,
      `Anthropic               ${model.anthropicBaseUrl}`,
      `Gemini                  ${model.geminiBaseUrl}`,
      '',
    ].join('\n'),
  );
  await new Promise<void>((onInterrupt) => {
    process.once('SIGINT', () => onInterrupt());
    process.once('SIGTERM', () => onInterrupt());
  });
  await model.close();
  return 0;
}

/** npm runs a package's script in its folder; a path on the command line means the caller's. */
async function readScript(path: string): Promise<Script> {
  const text = await readFile(resolve(process.env['INIT_CWD'] ?? process.cwd(), path), 'utf8');
  return scriptSchema.parse(JSON.parse(text));
}

function printRequest(request: RecordedRequest): void {
  const { index, wire, model, stream, view, outcome, problem } = request;
  const last = view.messages.at(-1);
  const facts = [
    `${index + 1}`,
    wire,
    model,
    stream ? 'stream' : 'whole',
    `${view.messages.length} messages`,
    `${view.tools.length} tools`,
    outcome,
  ];
  const detail = problem ?? (last === undefined ? '' : `${last.role}: ${last.text.slice(0, 80).replaceAll('\n', ' ')}`);
  process.stdout.write(`${facts.join('  ')}\n   ${detail}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  const message =
    error instanceof ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
  process.stderr.write(`scripted-model: ${message}\n`);
  process.exitCode = 2;
}
