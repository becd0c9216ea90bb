import { existsSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { eventSchema, type LogRecord } from '@toolstone/protocol';
import { describe, expect, test } from 'vitest';
import { createPlace } from './testing/program.ts';
import { type SmallTask, smallTasks, type TaskDone, taskFiles, taskRules } from './testing/small-tasks.ts';

/** A server of the OpenAI-compatible API on this machine that runs a small model, and what it calls the model. */
const url = process.env['TOOLSTONE_TEST_MODEL_URL'];
const served = process.env['TOOLSTONE_TEST_MODEL_NAME'] ?? 'local';
/** A chat model as a GGUF file, and the directory in which the add-on for embedded models is installed. */
const file = process.env['TOOLSTONE_TEST_GGUF'];
const addon = process.env['TOOLSTONE_TEST_LLAMA_ADDON'];

/**
 * What Qwen2.5-Coder-1.5B reached, less one (`docs/first-run.md`). A floor that notices a broken lane; no goal.
 */
const leastRight = 4;
const maxRounds = '5';
const wholeRunMs = 45 * 60_000;

interface Report {
  readonly task: string;
  readonly isRight: boolean;
  readonly exitCode: number | null;
  readonly seconds: number;
  readonly rounds: number;
  readonly tokens: string;
  readonly calls: string;
  readonly text: string;
}

const recordsOf = (stdout: string): readonly LogRecord[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => eventSchema.parse(JSON.parse(line)))
    .flatMap((event) => (event.type === 'record' ? [event.record] : []));

/** One task in a folder of its own, through the built program. */
async function runTask(task: SmallTask, config: string): Promise<Report> {
  const place = await createPlace(taskFiles);
  try {
    const data = join(place.home, '.toolstone');
    await mkdir(data);
    await writeFile(join(data, 'config.toml'), config);
    if (addon !== undefined) {
      await mkdir(join(data, 'addons'));
      await symlink(addon, join(data, 'addons', 'llama'));
    }
    const startedAt = performance.now();
    const rules = taskRules.flatMap((rule) => ['--allow', rule]);
    const args = ['run', '-p', task.prompt, '--output', 'stream-json', '--max-rounds', maxRounds, ...rules];
    const { code, stdout } = await place.run(args);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    return { task: task.name, exitCode: code, seconds, ...whatHappened(task, recordsOf(stdout), place.dir) };
  } finally {
    await place.remove();
  }
}

function whatHappened(task: SmallTask, records: readonly LogRecord[], dir: string) {
  const replies = records.flatMap((record) => (record.kind === 'model.replied' ? [record.body] : []));
  const finished = records.flatMap((record) => (record.kind === 'call.finished' ? [record.body] : []));
  const parts = replies.flatMap((reply) => reply.parts);
  const calls = parts.flatMap((part) => {
    if (part.type !== 'call') return [];
    const result = finished.find(({ callId }) => callId === part.callId)?.result;
    return [
      { name: part.name, arguments: part.arguments, status: result?.status ?? 'none', why: result?.failure?.code },
    ];
  });
  const done: TaskDone = {
    text:
      replies
        .at(-1)
        ?.parts.flatMap((part) => (part.type === 'text' ? part.text : []))
        .join('') ?? '',
    calls,
    file: (name) => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : undefined),
  };
  const sum = (pick: (usage: (typeof replies)[number]['usage']) => number): number =>
    replies.reduce((total, reply) => total + pick(reply.usage), 0);
  return {
    isRight: task.isRight(done),
    rounds: replies.length,
    tokens: `${sum((usage) => usage.inputTokens)} in, ${sum((usage) => usage.outputTokens)} out`,
    calls: calls.map(({ name, arguments: args, status, why }) => `${name} ${args} → ${why ?? status}`).join('\n      '),
    text: done.text,
  };
}

async function runAll(config: string): Promise<readonly Report[]> {
  const reports: Report[] = [];
  // One after the other: the model has one core, and a lane of it takes one request at a time.
  for (const task of smallTasks) {
    const report = await runTask(task, config);
    reports.push(report);
    process.stdout.write(`${describeReport(report)}\n`);
  }
  return reports;
}

const describeReport = (report: Report): string =>
  `${report.isRight ? 'right' : 'WRONG'}  ${report.task}: ${report.seconds} s, ${report.rounds} replies, ${report.tokens}, exit ${report.exitCode}
      ${report.calls === '' ? 'no call' : report.calls}
      ${JSON.stringify(report.text)}`;

function expectOrderly(reports: readonly Report[]): void {
  // Whatever the model does, the program ends in an orderly way: done, out of rounds, or something was denied.
  expect(reports.filter(({ exitCode }) => ![0, 1, 3].includes(exitCode ?? -1))).toEqual([]);
  expect(reports.filter(({ isRight }) => isRight).length).toBeGreaterThanOrEqual(leastRight);
}

describe('small tasks by a real model', () => {
  test('each ends in an orderly way, some of them right, over a server on this machine', {
    timeout: wholeRunMs,
  }, async (context) => {
    if (url === undefined) {
      context.skip('TOOLSTONE_TEST_MODEL_URL names no server that runs a model');
      return;
    }
    const model = { provider: 'openai-chat', base_url: url, model: served };
    expectOrderly(await runAll(configOf(model)));
  });

  test('each ends in an orderly way, some of them right, by a model inside the program', {
    timeout: wholeRunMs,
  }, async (context) => {
    if (file === undefined || addon === undefined) {
      context.skip('TOOLSTONE_TEST_GGUF and TOOLSTONE_TEST_LLAMA_ADDON name no model file and no add-on directory');
      return;
    }
    expectOrderly(await runAll(configOf({ provider: 'embedded', model: basename(file), path: file })));
  });
});

function configOf(model: Readonly<Record<string, string>>): string {
  const lines = Object.entries(model).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return `${['[models.small]', ...lines, 'capabilities = { tool_calls = "forced", context_window = 8192 }'].join('\n')}\n`;
}
