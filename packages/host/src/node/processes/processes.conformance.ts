import { describe, expect, it } from 'vitest';
import { processEndConformance } from './process-end.conformance.ts';
import {
  codeOf,
  type Finished,
  finish,
  type ProcessesUnderTest,
  processTrial,
  readAll,
  waitForLine,
} from './process-trial.fixture.ts';

/** What every `Processes` must do. */
export function processesConformance(name: string, setUp: () => Promise<ProcessesUnderTest>): void {
  describe(`processes: ${name}`, () => {
    const trial = processTrial(setUp);
    const { start, run } = trial;
    const runProgram = async (...argv: [string, ...string[]]): Promise<Finished> => run('', { run: { argv } });

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
        expect((await run('pwd')).stdout).toBe(`${trial.tested().directory}\n`);
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
        expect(await codeOf(start('', { ...scripted, cwd: `${trial.tested().directory}/missing` }))).toBe('NOT_FOUND');
        expect(await codeOf(start('', { ...scripted, cwd: `${trial.tested().directory}/file` }))).toBe(
          'NOT_A_DIRECTORY',
        );
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
        expect((await run(`sleep 86400 & echo done`)).stdout).toBe('done\n');
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

      it('may be ended when the process is gone', async () => {
        const running = await start('true', { stdin: 'pipe' });
        await running.endInput();
        await running.exited;
        await running.endInput();
      });

      it('cannot be written where none was asked for', async () => {
        const running = await start('true');
        expect(await codeOf(running.write(Buffer.alloc(1)))).toBe('UNAVAILABLE');
        await finish(running);
      });
    });
  });
  processEndConformance(name, setUp);
}
