import { type Failure, type Rule, ruleSchema, type SourcedRule } from '@toolstone/protocol';
import { z } from 'zod';
import { checkWhole } from './check-layer.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';

/** `policy.toml`: rules and nothing else. */
const policyFileSchema = z.strictObject({ rules: z.array(ruleSchema).default([]) });

export interface LoadedPolicy {
  readonly file: ConfigFile | undefined;
  readonly rules: readonly Rule[];
  readonly failures: readonly Failure[];
}

export async function loadPolicyFile(path: string): Promise<LoadedPolicy> {
  const read = await readConfigFile(path);
  if (read.status === 'missing') return { file: undefined, rules: [], failures: [] };
  if (read.status === 'failed') return { file: undefined, rules: [], failures: [read.failure] };
  const { file } = read;
  const parsed = policyFileSchema.safeParse(file.values);
  if (!parsed.success) return { file, rules: [], failures: checkWhole(policyFileSchema, parsed.error, file) };
  return { file, rules: parsed.data.rules, failures: [] };
}

/** Rules of a file with where each of them stands. `folder` is where their relative paths start. */
export const sourced = (
  rules: readonly Rule[],
  file: ConfigFile,
  place: { readonly source: SourcedRule['source']; readonly folder?: string },
): readonly SourcedRule[] => rules.map((rule, index) => ({ rule, origin: file.originOf(['rules', index]), ...place }));
