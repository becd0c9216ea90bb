import { type MessagePort, parentPort } from 'node:worker_threads';
import { type AnyJob, indexJobs, type JobTable } from './job-table.ts';
import { type JobRequest, toSentError, type WorkerMessage } from './messages.ts';

/** Answers the pool's requests with the jobs of the table: all that the entry file of a worker has to call. */
export const serveJobs = (table: JobTable): void => {
  if (parentPort === null) throw new Error('serveJobs runs in a worker only');
  const port = parentPort;
  const jobs = indexJobs(table);
  port.on('message', (request: JobRequest) => {
    void answer(port, jobs.get(request.name), request);
  });
  send(port, { kind: 'ready', jobs: [...jobs.keys()] });
};

const answer = async (port: MessagePort, job: AnyJob | undefined, { name, input }: JobRequest): Promise<void> => {
  try {
    if (job === undefined) throw new Error(`The worker has no job "${name}"`);
    // The caller passed the input together with this job, by whose types it was checked.
    const output = await job.run(input as never);
    port.postMessage({ kind: 'done', output } satisfies WorkerMessage, ownBuffers(output));
  } catch (error) {
    send(port, { kind: 'failed', error: toSentError(error) });
  }
};

const send = (port: MessagePort, message: WorkerMessage): void => port.postMessage(message);

/** The memory of byte arrays that an output is or holds directly: moved, not copied, for the job is done with it. */
const ownBuffers = (output: unknown): ArrayBuffer[] => {
  const values = typeof output === 'object' && output !== null ? [output, ...Object.values(output)] : [];
  const buffers = new Set<ArrayBuffer>();
  for (const value of output instanceof Uint8Array ? [output] : values) {
    // Only whole ones: a part may share its memory with others, as small buffers of Node do.
    if (!(value instanceof Uint8Array) || !(value.buffer instanceof ArrayBuffer)) continue;
    if (value.byteLength === value.buffer.byteLength) buffers.add(value.buffer);
  }
  return [...buffers];
};
