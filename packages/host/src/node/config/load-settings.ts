import { join } from 'node:path';
import { type Failure, type Rule, type Settings, type SourcedRule, settingsSchema } from '@toolstone/protocol';
import { checkLayer, checkWhole } from './check-layer.ts';
import { type ConfigFile, readConfigFile, type Tree } from './config-file.ts';
import type { DataDirectory } from './data-directory.ts';
import { settingsFromEnvironment } from './environment-settings.ts';
import { type LoadedPolicy, loadPolicyFile, sourced } from './load-policy.ts';
import { leavesOf, mergeTrees } from './merge-trees.ts';
import { renderKey } from './setting-keys.ts';
import { strictRules, tightenOnly } from './tighten.ts';
import type { KeyPath } from './toml-places.ts';

export interface LoadSettingsOptions {
  readonly data: DataDirectory;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the command line said, in the shape of `config.toml`. */
  readonly flags?: Tree;
  /** The folder whose `.toolstone/` counts, and whether the person has trusted it. */
  readonly project?: { readonly directory: string; readonly isTrusted: boolean };
  /** An administrator's rules. Default `/etc/toolstone/policy.toml`. */
  readonly managedPolicyFile?: string;
}

export interface LoadedSettings {
  readonly status: 'loaded';
  readonly settings: Settings;
  /** Managed, user's and project's rules, of `policy.toml` and of `config.toml`. */
  readonly rules: readonly SourcedRule[];
  /** Where a value comes from: `path:line`, a variable, `flag`; undefined for a default. */
  originOf(key: KeyPath): string | undefined;
  /** What an untrusted project's files say in vain, each with its place. */
  readonly ignored: readonly { readonly what: string; readonly origin: string }[];
  readonly warnings: readonly string[];
}

export type LoadSettings = LoadedSettings | { readonly status: 'failed'; readonly failures: readonly Failure[] };

interface Layer {
  readonly values: Tree;
  originOf(key: KeyPath): string;
}

/**
 * Settings from all their sources: a flag beats the environment, which beats a trusted project's file, which beats the
 * user's, which beats the default. Any error in any of them is an error of the whole: a rule that was misspelled must not
 * be missing in silence.
 */
export async function loadSettings(options: LoadSettingsOptions): Promise<LoadSettings> {
  const { data, env, project, flags = {}, managedPolicyFile = '/etc/toolstone/policy.toml' } = options;
  const inProject = (name: string): string | undefined => project && join(project.directory, '.toolstone', name);
  const [user, ours, managedPolicy, userPolicy, projectPolicy] = await Promise.all([
    loadConfig(data.configFile),
    loadConfig(inProject('config.toml')),
    loadPolicyFile(managedPolicyFile),
    loadPolicyFile(data.policyFile),
    loadPolicy(inProject('policy.toml')),
  ]);
  const environment = settingsFromEnvironment(env);
  const flagLayer: Layer = { values: flags, originOf: () => 'flag' };
  const failures = [
    ...[user, ours, managedPolicy, userPolicy, projectPolicy].flatMap((part) => part.failures),
    ...checkLayer(settingsSchema, environment),
    ...checkLayer(settingsSchema, flagLayer),
  ];
  if (failures.length > 0) return { status: 'failed', failures };

  const below = settingsSchema.safeParse(user.values);
  if (!below.success) return { status: 'failed', failures: checkWhole(settingsSchema, below.error, whole([user])) };
  const isUntrusted = project !== undefined && !project.isTrusted;
  const tightened = isUntrusted ? tightenOnly(below.data, ours.values) : { values: ours.values, ignored: [] };
  const layers: readonly Layer[] = [user, { ...ours, values: tightened.values }, environment, flagLayer];
  const merged = whole(layers);
  const parsed = settingsSchema.safeParse(merged.values);
  if (!parsed.success) return { status: 'failed', failures: checkWhole(settingsSchema, parsed.error, merged) };

  const projectRules = [projectPolicy, ours].flatMap((part) => rulesOf(part, 'project', project?.directory));
  const strict = isUntrusted ? strictRules(projectRules) : { kept: projectRules, ignored: [] };
  const rules = [
    ...rulesOf(managedPolicy, 'managed'),
    ...rulesOf(userPolicy, 'user'),
    ...rulesOf(user, 'user'),
    ...strict.kept,
  ];
  const origins = originsOf(layers);
  return {
    status: 'loaded',
    settings: { ...parsed.data, rules: rules.map(({ rule }) => rule) },
    rules,
    originOf: (key) => origins.get(JSON.stringify(key)),
    ignored: [
      ...tightened.ignored.map((key) => ({ what: renderKey(key), origin: ours.originOf(key) })),
      ...strict.ignored.map(({ rule, origin }) => ({ what: `rule "${rule.id}" (allow)`, origin })),
    ],
    warnings: environment.warnings,
  };
}

interface LoadedConfig extends Layer {
  readonly file: ConfigFile | undefined;
  readonly rules: readonly Rule[];
  readonly failures: readonly Failure[];
}

const noConfig: LoadedConfig = { file: undefined, values: {}, rules: [], failures: [], originOf: renderKey };

async function loadConfig(path: string | undefined): Promise<LoadedConfig> {
  if (path === undefined) return noConfig;
  const read = await readConfigFile(path);
  if (read.status === 'missing') return noConfig;
  if (read.status === 'failed') return { ...noConfig, failures: [read.failure] };
  const { file } = read;
  const { rules: rawRules, ...values } = file.values;
  const failures = checkLayer(settingsSchema, file);
  const rules = settingsSchema.shape.rules.safeParse(rawRules);
  return { file, values, failures, rules: rules.success ? rules.data : [], originOf: file.originOf };
}

const loadPolicy = async (path: string | undefined): Promise<LoadedPolicy> =>
  path === undefined ? { file: undefined, rules: [], failures: [] } : loadPolicyFile(path);

const rulesOf = (
  { file, rules }: Pick<LoadedPolicy, 'file' | 'rules'>,
  source: SourcedRule['source'],
  folder?: string,
): readonly SourcedRule[] =>
  file === undefined ? [] : sourced(rules, file, folder === undefined ? { source } : { source, folder });

function originsOf(layers: readonly Layer[]): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  for (const { values, originOf } of layers) {
    for (const { key } of leavesOf(values)) origins.set(JSON.stringify(key), originOf(key));
  }
  return origins;
}

/** All layers as one; the last that has a key is where it stands, or else the nearest table above it. */
const whole = (layers: readonly Layer[]): Layer => ({
  values: layers.reduce<Tree>((base, { values }) => mergeTrees(base, values), {}),
  originOf(key) {
    for (let length = key.length; length > 0; length--) {
      const above = key.slice(0, length);
      const layer = layers.findLast(({ values }) => isSet(values, above));
      if (layer !== undefined) return layer.originOf(above);
    }
    return 'settings';
  },
});

const isSet = (values: Tree, key: KeyPath): boolean =>
  key.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    values,
  ) !== undefined;
