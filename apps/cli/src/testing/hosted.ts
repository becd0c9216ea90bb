import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LogRecord, Wire } from '@toolstone/protocol';
import { build } from 'esbuild';

export interface HostPlace {
  /** The file that `bundleHost` gave. */
  readonly host: string;
  readonly home: string;
  readonly dir: string;
  /** `openai-chat` when absent. */
  readonly wire?: Wire;
  readonly baseUrl: string;
  readonly id?: string;
}

/**
 * Bundles `killable-host.ts` with its worker into a folder of its own, from which it finds the packages that the build
 * leaves out too. The caller removes the folder: it is the file's own.
 */
export async function bundleHost(): Promise<string> {
  const outdir = fileURLToPath(
    new URL(`../../../../node_modules/.cache/toolstone-hosts/${process.pid}/`, import.meta.url),
  );
  await build({
    entryPoints: {
      'killable-host': fileURLToPath(new URL('./killable-host.ts', import.meta.url)),
      'job-worker': fileURLToPath(new URL('../node/job-worker.ts', import.meta.url)),
    },
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['better-sqlite3', 'sharp', '@vscode/ripgrep'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  return join(outdir, 'killable-host.js');
}

export interface Hosted {
  readonly child: ChildProcess;
  readonly lines: {
    readonly type: string;
    readonly id?: string;
    readonly record?: LogRecord;
    readonly status?: string;
  }[];
  readonly ended: Promise<void>;
  until(matches: (line: Hosted['lines'][number]) => boolean): Promise<void>;
  send(message: object): void;
}

export function startHost({ host, home, dir, wire = 'openai-chat', baseUrl, id }: HostPlace): Hosted {
  const child = spawn(process.execPath, [host, dir, wire, baseUrl, ...(id === undefined ? [] : [id])], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TOOLSTONE_HOME: join(home, 'data'),
      OPENAI_API_KEY: 'x',
      ANTHROPIC_API_KEY: 'x',
      GEMINI_API_KEY: 'x',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: Hosted['lines'] = [];
  const waiting: {
    matches: (line: Hosted['lines'][number]) => boolean;
    settle: () => void;
    fail: (error: Error) => void;
  }[] = [];
  createInterface({ input: child.stdout }).on('line', (text) => {
    // A line that the kill cut in half was never told.
    if (!text.endsWith('}')) return;
    const line = JSON.parse(text) as Hosted['lines'][number]; // what killable-host prints
    lines.push(line);
    for (const waiter of waiting) if (waiter.matches(line)) waiter.settle();
  });
  child.stdin.on('error', () => undefined); // it is gone: that is the test
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      for (const { fail } of waiting) fail(new Error('the host ended before it said what was waited for'));
      resolve();
    });
  });
  return {
    child,
    lines,
    ended,
    until: (matches) =>
      lines.some(matches) ? Promise.resolve() : new Promise((settle, fail) => waiting.push({ matches, settle, fail })),
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
  };
}

/** Answers every question as soon as it is seen, as it was shown. Gives a function that ends that. */
export const answerAll = (hosted: Hosted, decision: 'yes' | 'no'): (() => void) => {
  const answered = new Set<string>();
  const timer = setInterval(() => {
    for (const { record } of hosted.lines) {
      if (record?.kind !== 'approval.asked' || answered.has(record.body.cycleId)) continue;
      answered.add(record.body.cycleId);
      const planHashes = Object.fromEntries(record.body.calls.map((call) => [call.callId, call.planHash]));
      hosted.send({
        id: `answer-${record.body.cycleId}`,
        type: 'answer',
        cycleId: record.body.cycleId,
        decision,
        planHashes,
      });
    }
  }, 5);
  return () => clearInterval(timer);
};
