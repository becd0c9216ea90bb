import {
  type OutputChunk,
  PortError,
  type ProcessExit,
  type Processes,
  type ProcessStart,
  type RunningProcess,
} from '@toolstone/kernel';
import { afterEach, beforeEach } from 'vitest';

export interface ProcessesUnderTest {
  readonly processes: Processes;
  /** Absolute, writable, empty, with links resolved. */
  readonly directory: string;
  /** Command lines of the living processes in which a text occurs. */
  findRunning(text: string): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: ProcessExit;
}

/** The processes of the running test, and short ways to use them. */
export interface ProcessTrial {
  /** Fresh for each test. */
  tested(): ProcessesUnderTest;
  start(script: string, changes?: Partial<ProcessStart>): Promise<RunningProcess>;
  run(script: string, changes?: Partial<ProcessStart>): Promise<Finished>;
}

/** To be called inside a `describe`: sets up before each test and removes after it. */
export const processTrial = (setUp: () => Promise<ProcessesUnderTest>): ProcessTrial => {
  let current: ProcessesUnderTest | null = null;
  beforeEach(async () => {
    current = await setUp();
  });
  afterEach(() => current?.remove());
  const tested = (): ProcessesUnderTest => {
    if (current === null) throw new Error('Only a running test has processes');
    return current;
  };
  const start: ProcessTrial['start'] = (script, changes = {}) => {
    const { processes, directory } = tested();
    const env = processes.commandEnvironment();
    return processes.start({ run: { script }, cwd: directory, env, ownerScope: 'ws_test', ...changes });
  };
  return { tested, start, run: async (script, changes) => finish(await start(script, changes)) };
};

export const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'no error';
  } catch (error) {
    return error instanceof PortError ? error.code : `a defect: ${error}`;
  }
};

export const textOf = (chunks: readonly OutputChunk[], stream: OutputChunk['stream']): string =>
  Buffer.concat(chunks.filter((chunk) => chunk.stream === stream).map(({ bytes }) => bytes)).toString();

export const readAll = async (running: RunningProcess): Promise<readonly OutputChunk[]> => {
  const chunks: OutputChunk[] = [];
  for await (const chunk of running.output) chunks.push(chunk);
  return chunks;
};

export const finish = async (running: RunningProcess): Promise<Finished> => {
  const chunks = await readAll(running);
  return { stdout: textOf(chunks, 'stdout'), stderr: textOf(chunks, 'stderr'), exit: await running.exited };
};

/** Reads until a line of the output is there; what follows is left to the next reader. */
export const waitForLine = async (running: RunningProcess, line: string): Promise<void> => {
  const output = running.output[Symbol.asyncIterator]();
  for (let text = ''; !text.split('\n').includes(line); ) {
    const { value, done } = await output.next();
    if (done === true) throw new Error(`The output ended without the line ${line}: ${text}`);
    text += Buffer.from(value.bytes).toString();
  }
};
