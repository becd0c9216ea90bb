/**
 * A process of its own that appends to a log for ever and prints the `seq` of every record that was acknowledged, one a
 * line. Where the store says no it prints the error as JSON and ends. Arguments: database file, bytes of text a record.
 */
import { writeSync } from 'node:fs';
import { PortError } from '@toolstone/kernel';
import { messageRecord, workstream } from './log-store.fixture.ts';
import { createLogStore } from './log-store.ts';
import { openDatabase } from './open-database.ts';

const [file = '', textBytes = '20'] = process.argv.slice(2);
const print = (line: string): void => {
  writeSync(1, `${line}\n`); // at once: what is printed must not be lost with the process
};

async function appendForever(): Promise<never> {
  const store = createLogStore(await openDatabase({ file }));
  if ((await store.get('a')) === null) await store.create(workstream('a'));
  const claim = await store.claim({
    workstreamId: 'a',
    ownerAddress: `${process.pid}`,
    nowMs: 0,
    leaseMs: 0,
  });
  if (claim.status !== 'claimed') throw new Error(claim.status);
  let { head } = claim.row;
  const { generation } = claim.row;
  for (;;) {
    const count = 1 + (head % 3);
    const outcome = await store.append({
      workstreamId: 'a',
      generation,
      head,
      records: Array.from({ length: count }, (_, index) =>
        messageRecord(`k${head + index + 1}`, 'x'.repeat(Number(textBytes))),
      ),
      projection: {
        state: 'running',
        openCycles: 0,
        usage: { inputTokens: head + count, outputTokens: 0 },
        cost: null,
      },
      sync: head % 2 === 0 ? 'full' : 'normal',
    });
    if (outcome.status !== 'appended') throw new Error('fenced');
    head += count;
    print(String(head));
  }
}

appendForever().catch((error: unknown) => {
  if (!(error instanceof PortError)) throw error;
  print(JSON.stringify({ code: error.code, message: error.message }));
  process.exitCode = 3;
});
