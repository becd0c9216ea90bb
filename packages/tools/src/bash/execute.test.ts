import { createLocalEnvironment, createSystemClock } from '@toolstone/host';
import type { Environment, ExecuteContext } from '@toolstone/kernel';
import { expect, it } from 'vitest';
import { executeBash } from './execute.ts';
import type { BashPlan } from './plan.ts';

const environment = createLocalEnvironment({ cwd: '/' });
const plan: BashPlan = {
  command: 'echo done',
  cwd: '/',
  stopOnError: false,
  isolation: 'none',
  network: true,
  timeoutSeconds: 20,
};

/** What `executeBash` uses of a context. */
function context(parts: { readonly environment: Environment; readonly signal: AbortSignal }): ExecuteContext {
  const used = {
    ...parts,
    workstreamId: 'w',
    scope: 'r1',
    callId: 'c1',
    clock: createSystemClock(),
    emit: () => undefined,
  };
  // The rest of a context is for other tools.
  return used as unknown as ExecuteContext;
}

it('gives the real result to a stop that comes after the exit', async () => {
  const stop = new AbortController();
  const { processes } = environment;
  const afterExit: Environment['processes'] = {
    ...processes,
    async start(start) {
      const process = await processes.start(start);
      await process.exited;
      stop.abort();
      return process;
    },
  };
  const result = await executeBash(
    plan,
    context({ environment: { ...environment, processes: afterExit }, signal: stop.signal }),
  );
  expect(result).toMatchObject({ status: 'ok', effect: 'committed', parts: [{ text: 'done' }] });
});

it('says that a working directory is gone', async () => {
  const { signal } = new AbortController();
  const result = await executeBash({ ...plan, cwd: '/nonesuch' }, context({ environment, signal }));
  expect(result).toMatchObject({
    status: 'failed',
    effect: 'none',
    failure: { code: expect.stringMatching(/^PROCESS_/) },
  });
});
