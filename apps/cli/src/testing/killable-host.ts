import { createInterface } from 'node:readline';
import { inboxMessageSchema, wireSchema } from '@toolstone/protocol';
import { compose } from '../compose.ts';
import { createWorkstream, findWorkstream } from '../session/find-workstream.ts';
import { openSession } from '../session/open-session.ts';
import { localPerson } from '../surface.ts';

/**
 * A surface with nothing on it, to be killed: prints every event of one workstream as a line of JSON once it is told of it,
 * and takes inbox messages as lines on standard input. `killable-host.js CWD WIRE BASE_URL [WORKSTREAM]`.
 */
const [cwd = '.', wire = '', baseUrl = '', id] = process.argv.slice(2);
const flags = { cwd, model: 'scripted', provider: wireSchema.parse(wire), baseUrl, allow: ['bash'], deny: [] } as const;
const program = await compose({ flags, canAsk: true });
const row =
  id === undefined
    ? await createWorkstream(program, { name: 'kill', cwd: program.cwd })
    : await findWorkstream(program, id);
const session = await openSession({ program, row, sender: localPerson, onInterrupted: 'resume' });
process.stdout.write(`${JSON.stringify({ type: 'open', id: row.id })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  void session
    .send(inboxMessageSchema.parse(JSON.parse(line)))
    .then((acknowledged) => process.stdout.write(`${JSON.stringify({ type: 'acknowledged', ...acknowledged })}\n`));
});
for await (const event of session.subscribe(0, new AbortController().signal))
  process.stdout.write(`${JSON.stringify(event)}\n`);
