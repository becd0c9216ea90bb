import {
  type OutputChunk,
  PortError,
  type ProcessExit,
  type Processes,
  type ProcessStart,
  type RunningProcess,
} from '@toolstone/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

export interface ProcessesUnderTest {
  readonly processes: Processes;
  /** Absolute, writable, empty, with links resolved. */
  readonly directory: string;
  /** Command lines of the living processes in which a text occurs. */
  findRunning(text: string): Promise<readonly string[]>;
  remove(): Promise<void>;
}

interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: ProcessExit;
}

const textOf = (chunks: readonly OutputChunk[], stream: OutputChunk['stream']): string =>
  Buffer.concat(chunks.filter((chunk) => chunk.stream === stream).map(({ bytes }) => bytes)).toString();

const readAll = async (running: RunningProcess): Promise<readonly OutputChunk[]> => {
  const chunks: OutputChunk[] = [];
  for await (const chunk of running.output) chunks.push(chunk);
  return chunks;
};

const finish = async (running: RunningProcess): Promise<Finished> => {
  const chunks = await readAll(running);
  return { stdout: textOf(chunks, 'stdout'), stderr: textOf(chunks, 'stderr'), exit: await running.exited };
};

/** Reads until a line of the output is there; what follows is left to the next reader. */
const waitForLine = async (running: RunningProcess, line: string): Promise<void> => {
  const output = running.output[Symbol.asyncIterator]();
  for (let text = ''; !text.split('\n').includes(line); ) {
    const { value, done } = await output.next();
    if (done === true) throw new Error(`The output ended without the line ${line}: ${text}`);
    text += Buffer.from(value.bytes).toString();
  }
};

/**
 * Ways in which a process gets out of its parent's hands. Each is a script that starts `$1` (a command that does not end
 * by itself) and ends when that has begun, which it says by making the file `begun`.
 */
const escapes: Readonly<Record<string, string>> = {
  'a background process': '"$@" &',
  'one that ignores TERM, HUP and INT': `bash -c 'trap "" TERM HUP INT; "$@"' - "$@" &`,
  'one behind nohup': 'nohup "$@" >/dev/null 2>&1 &',
  'one that is disowned': '"$@" & disown',
  'one in a session of its own': 'setsid "$@" &',
  'one in a session of its own that closed all pipes': 'setsid "$@" </dev/null >/dev/null 2>&1 &',
  'a daemon that forked twice': `( setsid bash -c '"$@" </dev/null >/dev/null 2>&1 & ' - "$@" & )`,
  'one in a session of its own with an empty environment':
    'env -i PATH="$PATH" setsid "$@" </dev/null >/dev/null 2>&1 &',
  'a tree over three sessions': `setsid bash -c 'setsid bash -c "\\"\\$@\\" & wait" - "$@" & wait' - "$@" &`,
  'a hundred at once': 'for i in $(seq 99); do setsid sleep "$4" >/dev/null 2>&1 & done; setsid "$@" &',
};

let lastTag = 0;

/** What every `Processes` must do. */
export function processesConformance(name: string, setUp: () => Promise<ProcessesUnderTest>): void {
  describe(`processes: ${name}`, () => {
    let tested: ProcessesUnderTest;
    let processes: Processes;
    beforeEach(async () => {
      tested = await setUp();
      processes = tested.processes;
    });
    afterEach(() => tested.remove());

    const start = (script: string, changes: Partial<ProcessStart> = {}): Promise<RunningProcess> =>
      processes.start({
        run: { script },
        cwd: tested.directory,
        env: processes.commandEnvironment(),
        ownerScope: 'ws_test',
        ...changes,
      });
    const run = async (script: string, changes: Partial<ProcessStart> = {}): Promise<Finished> =>
      finish(await start(script, changes));
    const runProgram = async (...argv: [string, ...string[]]): Promise<Finished> => run('', { run: { argv } });
    const codeOf = async (work: Promise<unknown>): Promise<string> => {
      try {
        await work;
        return 'no error';
      } catch (error) {
        return error instanceof PortError ? error.code : `a defect: ${error}`;
      }
    };
    /** A duration for `sleep` by which its process is known from all others. */
    const newTag = (): string => {
      lastTag += 1;
      return `86400.${process.pid}${lastTag}`;
    };
    /** Runs an escape of a `sleep` and waits until that has begun. */
    const escapeScript = (way: string, tag: string): string =>
      [
        `set -- bash -c ': > begun; exec sleep "$1"' - ${tag}`,
        way.replaceAll('$4', '$5'),
        'while [ ! -e begun ]; do sleep 0.01; done',
      ].join('\n');

    describe('start', () => {
      it('runs a script in bash and tells its streams and exit code apart', async () => {
        expect(await run('echo out; echo err >&2; [[ a == a ]] && exit 3')).toEqual({
          stdout: 'out\n',
          stderr: 'err\n',
          exit: { code: 3, signal: null, endedBy: 'itself' },
        });
      });

      it('counts the lines of a script as they are written', async () => {
        expect((await run('nosuchcommand1\n\nnosuchcommand2')).stderr).toBe(
          'bash: line 1: nosuchcommand1: command not found\nbash: line 3: nosuchcommand2: command not found\n',
        );
      });

      it('runs a script that looks like an option, is empty or is a comment', async () => {
        expect((await run('-x')).stderr).toContain('-x: command not found');
        expect((await run('')).exit.code).toBe(0);
        expect((await run('# nothing')).exit.code).toBe(0);
      });

      it('runs a script of a megabyte and leaves no file of it', async () => {
        const script = `# ${'x'.repeat(1_000_000)}\necho "$BASH_VERSION" | cut -c1; ls -la /dev/fd/3 | grep -c deleted`;
        expect((await run(script)).stdout).toMatch(/^\d\n1\n$/);
      });

      it('runs a program with its arguments as they are', async () => {
        expect((await runProgram('printf', '%s|', 'a b', '$HOME', '*', '\'"', 'ü')).stdout).toBe('a b|$HOME|*|\'"|ü|');
      });

      it('gives nothing but the environment that it was told, and the mark', async () => {
        const { stdout } = await run('', { run: { argv: ['env'] }, env: { PATH: '/usr/bin:/bin', WORD: 'a b\nc' } });
        expect(stdout.replace(/^TOOLSTONE_SCOPE=\S+$/m, '<mark>').replace(/^PWD=.*\n/m, '')).toMatchInlineSnapshot(`
          "PATH=/usr/bin:/bin
          WORD=a b
          c
          <mark>
          "
        `);
      });

      it('starts in the directory that it was told', async () => {
        expect((await run('pwd')).stdout).toBe(`${tested.directory}\n`);
      });

      it('has an empty standard input and no terminal', async () => {
        const { stdout } = await run('wc -c; tty; (: </dev/tty) 2>/dev/null || echo no terminal');
        expect(stdout).toBe('0\nnot a tty\nno terminal\n');
      });

      it('passes bytes that are no text through', async () => {
        const chunks = await readAll(await start("printf '\\377\\000\\200'"));
        expect([...Buffer.concat(chunks.map(({ bytes }) => bytes))]).toEqual([255, 0, 128]);
      });

      it('tells the signal by which a process ended', async () => {
        const { exit } = await run('kill -KILL $$');
        // A sandbox passes it on as bash does.
        expect([
          { code: null, signal: 'SIGKILL' },
          { code: 137, signal: null },
        ]).toContainEqual({
          code: exit.code,
          signal: exit.signal,
        });
        expect(exit.endedBy).toBe('itself');
      });

      it('refuses with a clear code what cannot start', async () => {
        await run('touch file; echo > plain');
        const scripted = { run: { script: 'true' } };
        expect(await codeOf(start('', { ...scripted, cwd: `${tested.directory}/missing` }))).toBe('NOT_FOUND');
        expect(await codeOf(start('', { ...scripted, cwd: `${tested.directory}/file` }))).toBe('NOT_A_DIRECTORY');
        expect(await codeOf(start('echo \0'))).toBe('IO');
        expect(await codeOf(start('', { run: { argv: ['printf', 'x'.repeat(3_000_000)] } }))).toBe('TOO_LARGE');
      });

      it('runs many at once', async () => {
        const all = await Promise.all(Array.from({ length: 20 }, (_, index) => run(`echo ${index}`)));
        expect(all.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}\n`));
      });
    });

    describe('output', () => {
      it('is whole when the process ends right after a large write', async () => {
        const { stdout } = await run('head -c 5000000 /dev/zero | tr "\\0" x; echo end');
        expect(stdout.length).toBe(5_000_004);
        expect(stdout.endsWith('xend\n')).toBe(true);
      });

      it('is still there for a reader that comes after the exit', async () => {
        const running = await start('head -c 150000 /dev/zero; echo err >&2');
        await running.exited;
        const { stdout, stderr } = await finish(running);
        expect([stdout.length, stderr]).toEqual([150_000, 'err\n']);
      });

      it('makes the process wait for a reader that is behind, and takes bounded memory', async () => {
        const size = 100_000_000;
        const running = await start(`head -c ${size} /dev/zero; touch finished`);
        const output = running.output[Symbol.asyncIterator]();
        let received = (await output.next()).value?.bytes.length ?? 0;
        // Enough turns for a process that nothing holds back to write it all.
        for (let round = 0; round < 10; round += 1) await run('true');
        expect((await run('test -e finished')).exit.code).toBe(1);
        const before = process.memoryUsage().rss;
        let peak = before;
        for (let next = await output.next(); next.done !== true; next = await output.next()) {
          received += next.value.bytes.length;
          peak = Math.max(peak, process.memoryUsage().rss);
        }
        expect(received).toBe(size);
        expect(peak - before).toBeLessThan(50_000_000);
        expect((await run('test -e finished')).exit.code).toBe(0);
      });

      it('is dropped when its reader stops early, and the process goes on', async () => {
        const running = await start('head -c 10000000 /dev/zero; exit 5');
        for await (const _ of running.output) break;
        expect(await running.exited).toEqual({ code: 5, signal: null, endedBy: 'itself' });
      });

      it('ends with the process, not with who else holds the pipe', async () => {
        const tag = newTag();
        expect((await run(`sleep ${tag} & echo done`)).stdout).toBe('done\n');
      });
    });

    describe('input', () => {
      it('is what is written, to its end', async () => {
        const running = await start('cat; echo end', { stdin: 'pipe' });
        await running.write(Buffer.from('one\n'));
        await running.write(Buffer.from('two\n'));
        await running.endInput();
        expect((await finish(running)).stdout).toBe('one\ntwo\nend\n');
      });

      it('takes more than a pipe holds', async () => {
        const running = await start('wc -c', { stdin: 'pipe' });
        await running.write(Buffer.alloc(10_000_000));
        await running.endInput();
        expect((await finish(running)).stdout).toBe('10000000\n');
      });

      it('reports a process that does not read any more', async () => {
        const running = await start('exec 0<&-; echo closed; sleep 0.2', { stdin: 'pipe' });
        await waitForLine(running, 'closed');
        expect(await codeOf(running.write(Buffer.alloc(1_000_000)))).toBe('IO');
        await running.exited;
        expect(await codeOf(running.write(Buffer.alloc(1)))).toBe('IO');
      });

      it('cannot be written where none was asked for', async () => {
        const running = await start('true');
        expect(await codeOf(running.write(Buffer.alloc(1)))).toBe('UNAVAILABLE');
        await finish(running);
      });
    });

    describe('the end of a process', () => {
      describe.each(Object.entries(escapes))('leaves nothing of %s', (_, way) => {
        it('when it exits', async () => {
          const tag = newTag();
          const { exit } = await run(escapeScript(way, tag));
          expect(await tested.findRunning(tag)).toEqual([]);
          expect(exit).toEqual({ code: 0, signal: null, endedBy: 'itself' });
        });

        it('when it is killed', async () => {
          const tag = newTag();
          const running = await start(
            `${escapeScript(way, tag)}\necho begun; trap "" TERM; sleep ${tag}; sleep ${tag}`,
          );
          await waitForLine(running, 'begun');
          await running.kill(20);
          expect(await tested.findRunning(tag)).toEqual([]);
          expect(await running.exited).toMatchObject({ endedBy: 'kill' });
        });
      });

      it.each([
        'one that ignores TERM, HUP and INT',
        'one in a session of its own that closed all pipes',
        'one in a session of its own with an empty environment',
      ])('leaves nothing of %s when its time is over', async (way) => {
        const tag = newTag();
        const script = `${escapeScript(escapes[way] ?? '', tag)}\nsleep ${tag}`;
        const { exit } = await run(script, { limits: { timeoutMs: 600 } });
        expect(await tested.findRunning(tag)).toEqual([]);
        expect(exit).toMatchObject({ endedBy: 'timeout' });
      });

      it('stops a process that moves on to a new one faster than anyone looks', async () => {
        const tag = newTag();
        const hop = `exec </dev/null >/dev/null 2>&1; : > begun; setsid bash ./hop ${tag} & exit 0`;
        await run(`echo '${hop}' > hop; bash ./hop; while [ ! -e begun ]; do sleep 0.01; done; sleep 0.05`);
        expect(await tested.findRunning(tag)).toEqual([]);
      });

      it('stops a storm of processes that all start others', async () => {
        const tag = newTag();
        const storm = `: > begun; for i in 1 2; do setsid bash ./storm ${tag} $1$i & done; exec sleep ${tag}`;
        // Five generations at most, so that a failure of this test does not take the machine down.
        await run(
          `echo '[ \${#2} -gt 5 ] && exec sleep ${tag}; set -- $2; ${storm}' > storm; setsid bash ./storm ${tag} 0 & ` +
            'while [ ! -e begun ]; do sleep 0.01; done',
        );
        expect(await tested.findRunning(tag)).toEqual([]);
      });

      it('lets a process that gets TERM say goodbye', async () => {
        const running = await start('trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.01; done');
        await waitForLine(running, 'ready');
        const killed = running.kill(10_000);
        expect(textOf(await readAll(running), 'stdout')).toBe('bye\n');
        await killed;
        expect(await running.exited).toEqual({ code: 7, signal: null, endedBy: 'kill' });
      });

      it('comes at once where no grace is given', async () => {
        const running = await start('trap "" TERM; echo ready; sleep 86400; sleep 86400');
        await waitForLine(running, 'ready');
        await running.kill(0);
        expect(await running.exited).toMatchObject({ endedBy: 'kill' });
      });

      it('shortens the grace when a second kill gives less', async () => {
        const running = await start('trap "" TERM; echo ready; sleep 86400; sleep 86400');
        await waitForLine(running, 'ready');
        const patient = running.kill(86_400_000);
        await running.kill(0);
        await patient;
      });

      it('keeps the real result when a kill comes after it', async () => {
        const running = await start('exit 4');
        await running.exited;
        await running.kill(0);
        expect(await running.exited).toEqual({ code: 4, signal: null, endedBy: 'itself' });
      });

      it('keeps what was written before a timeout', async () => {
        const { stdout, exit } = await run('echo before; sleep 86400', { limits: { timeoutMs: 300 } });
        expect([stdout, exit.endedBy]).toEqual(['before\n', 'timeout']);
      });

      it('does not come early for a time limit of months', async () => {
        expect((await run('echo done', { limits: { timeoutMs: 10_000_000_000 } })).stdout).toBe('done\n');
      });

      it('leaves processes of other starts alone', async () => {
        const tag = newTag();
        const other = await start(`sleep ${tag} & setsid sleep ${tag} & echo ready; wait`);
        await waitForLine(other, 'ready');
        await run('sleep 100 & setsid sleep 100 &');
        expect((await tested.findRunning(tag)).length).toBeGreaterThanOrEqual(2);
        await other.kill(0);
        expect(await tested.findRunning(tag)).toEqual([]);
      });
    });

    describe('endScope', () => {
      it('ends what carries the scope or one below it, and nothing else', async () => {
        const scopes = ['ws_test/r1', 'ws_test/r1/t2', 'ws_test/r10', 'ws_test', 'ws_other/r1'];
        const tags = scopes.map(newTag);
        const all = await Promise.all(
          scopes.map(async (ownerScope, index) => {
            const running = await start(`echo ready; sleep ${tags[index]}`, { ownerScope });
            await waitForLine(running, 'ready');
            return running;
          }),
        );
        await processes.endScope('ws_test/r1');
        const isRunning = await Promise.all(tags.map(async (tag) => (await tested.findRunning(tag)).length > 0));
        expect(isRunning).toEqual([false, false, true, true, true]);
        expect(await all[0]?.exited).toMatchObject({ endedBy: 'kill' });
        await processes.endScope('ws_test');
        await processes.endScope('ws_other');
        await Promise.all(all.map(({ exited }) => exited));
      });

      it('is content where nothing runs', async () => {
        await processes.endScope('ws_nobody');
      });
    });
  });
}
