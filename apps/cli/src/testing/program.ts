import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const programFile = fileURLToPath(new URL('../../dist/toolstone.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
}

export interface RunningProgram {
  readonly pid: number;
  readonly done: Promise<Finished>;
  kill(signal: NodeJS.Signals): void;
}

/** A fresh home and working directory for the built program; nothing of the caller's environment but PATH. */
export interface ProgramPlace {
  readonly home: string;
  readonly dir: string;
  start(args: readonly string[], options?: StartOptions): RunningProgram;
  run(args: readonly string[], options?: StartOptions): Promise<Finished>;
  remove(): Promise<void>;
}

export async function createPlace(files: Readonly<Record<string, string>> = {}): Promise<ProgramPlace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'toolstone-cli-')));
  const home = join(base, 'home');
  const dir = join(base, 'work');
  await mkdir(home);
  await mkdir(dir);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  const start = (args: readonly string[], { env = {}, input, cwd = dir }: StartOptions = {}): RunningProgram => {
    const child = spawn(process.execPath, [programFile, ...args], {
      cwd,
      env: {
        PATH: process.env['PATH'] ?? '/usr/bin:/bin',
        HOME: home,
        TOOLSTONE_HOME: join(home, '.toolstone'),
        LANG: 'C.UTF-8',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined); // a program that ends early closes its input
    child.stdin.end(input ?? '');
    const done = new Promise<Finished>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { pid: child.pid ?? 0, done, kill: (signal) => void child.kill(signal) };
  };
  return {
    home,
    dir,
    start,
    run: (args, options) => start(args, options).done,
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
