import type { Job } from '@toolstone/kernel';

/** Jobs of any input and output: `never` is what every `run` takes. */
export type AnyJob = Job<never, unknown>;
export type JobTable = readonly AnyJob[];

export const indexJobs = (table: JobTable): ReadonlyMap<string, AnyJob> => {
  const byName = new Map(table.map((job) => [job.name, job]));
  if (byName.size < table.length) throw new Error('Two jobs of the table have one name');
  return byName;
};
