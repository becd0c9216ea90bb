import { describe, expect, it } from 'vitest';
import { type ProcessesUnderTest, processTrial, readAll, textOf, waitForLine } from './process-trial.fixture.ts';

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
  'a hundred at once': 'for i in $(seq 99); do setsid sleep "$5" >/dev/null 2>&1 & done; setsid "$@" &',
};

/** Runs an escape of a `sleep` and waits until that has begun. */
const escapeScript = (way: string, tag: string): string =>
  [`set -- bash -c ': > begun; exec sleep "$1"' - ${tag}`, way, 'while [ ! -e begun ]; do sleep 0.01; done'].join('\n');

let lastTag = 0;

/** A duration for `sleep` by which its process is known from all others. */
const newTag = (): string => {
  lastTag += 1;
  return `86400.${process.pid}${String(lastTag).padStart(5, '0')}`;
};

/** What every `Processes` must do when a process ends: nothing of what it started may be left. */
export function processEndConformance(name: string, setUp: () => Promise<ProcessesUnderTest>): void {
  describe(`the end of processes: ${name}`, () => {
    const trial = processTrial(setUp);
    const { start, run } = trial;
    const findRunning = (text: string): Promise<readonly string[]> => trial.tested().findRunning(text);

    describe('the end of a process', () => {
      describe.each(Object.entries(escapes))('leaves nothing of %s', (_, way) => {
        it('when it exits', async () => {
          const tag = newTag();
          const { exit } = await run(escapeScript(way, tag));
          expect(await findRunning(tag)).toEqual([]);
          expect(exit).toEqual({ code: 0, signal: null, endedBy: 'itself' });
        });

        it('when it is killed', async () => {
          const tag = newTag();
          const running = await start(
            `${escapeScript(way, tag)}\necho begun; trap "" TERM; sleep ${tag}; sleep ${tag}`,
          );
          await waitForLine(running, 'begun');
          await running.kill(20);
          expect(await findRunning(tag)).toEqual([]);
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
        expect(await findRunning(tag)).toEqual([]);
        expect(exit).toMatchObject({ endedBy: 'timeout' });
      });

      it('stops a process that moves on to a new one faster than anyone looks', async () => {
        const tag = newTag();
        const hop = `exec </dev/null >/dev/null 2>&1; : > begun; setsid bash ./hop ${tag} & exit 0`;
        await run(`echo '${hop}' > hop; bash ./hop; while [ ! -e begun ]; do sleep 0.01; done; sleep 0.05`);
        expect(await findRunning(tag)).toEqual([]);
      });

      it('stops a storm of processes that all start others', async () => {
        const tag = newTag();
        const storm = `: > begun; for i in 1 2; do setsid bash ./storm ${tag} $1$i & done; exec sleep ${tag}`;
        // Five generations at most, so that a failure of this test does not take the machine down.
        await run(
          `echo '[ \${#2} -gt 5 ] && exec sleep ${tag}; set -- $2; ${storm}' > storm; setsid bash ./storm ${tag} 0 & ` +
            'while [ ! -e begun ]; do sleep 0.01; done',
        );
        expect(await findRunning(tag)).toEqual([]);
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
        expect((await findRunning(tag)).length).toBeGreaterThanOrEqual(2);
        await other.kill(0);
        expect(await findRunning(tag)).toEqual([]);
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
        await trial.tested().processes.endScope('ws_test/r1');
        const isRunning = await Promise.all(tags.map(async (tag) => (await findRunning(tag)).length > 0));
        expect(isRunning).toEqual([false, false, true, true, true]);
        expect(await all[0]?.exited).toMatchObject({ endedBy: 'kill' });
        await trial.tested().processes.endScope('ws_test');
        await trial.tested().processes.endScope('ws_other');
        await Promise.all(all.map(({ exited }) => exited));
      });

      it('is content where nothing runs', async () => {
        await trial.tested().processes.endScope('ws_nobody');
      });
    });
  });
}
