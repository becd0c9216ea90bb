import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  createTrustStore,
  type DataDirectory,
  dataDirectoryOf,
  findProjectDirectory,
  loadSettings,
} from '@toolstone/host';
import { builtInRules, parseRuleShorthand } from '@toolstone/kernel';
import type { renderFailure, Settings, SourcedRule } from '@toolstone/protocol';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import { exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';

export interface ProgramSettings {
  readonly data: DataDirectory;
  readonly cwd: string;
  readonly settings: Settings;
  readonly rules: readonly SourcedRule[];
  readonly isTrusted: boolean;
  /** The folder with a `.toolstone/` of its own, if any. */
  readonly projectDirectory: string | undefined;
  readonly warnings: readonly string[];
  originOf(key: readonly string[]): string | undefined;
}

/** Settings and rules from all their sources, with what the command line says on top. */
export async function loadProgramSettings(flags: GlobalFlags): Promise<ProgramSettings> {
  const { env } = process;
  const cwd = workingDirectory(flags.cwd);
  const data = dataDirectoryOf(env, homedir());
  const projectDirectory = findProjectDirectory(cwd, data);
  const trust = createTrustStore(data.trustFile);
  if (flags.trust && projectDirectory !== undefined) await trust.trust(projectDirectory);
  const isTrusted = projectDirectory === undefined || (await trust.isTrusted(projectDirectory));
  const loaded = await loadSettings({
    data,
    env,
    flags: { ...(flags.skipPermissions && { tools: { skip_permissions: true } }) },
    ...(projectDirectory !== undefined && { project: { directory: projectDirectory, isTrusted } }),
  });
  if (loaded.status === 'failed') throw badSettings(loaded.failures);
  return {
    data,
    cwd,
    settings: loaded.settings,
    rules: [...builtInRules({ dataDirectory: data.path }), ...loaded.rules, ...flagRules(flags)],
    isTrusted,
    projectDirectory,
    warnings: [
      ...loaded.warnings,
      ...(loaded.ignored.length === 0 ? [] : [ignoredWarning(projectDirectory ?? cwd, loaded.ignored)]),
    ],
    originOf: (key) => loaded.originOf(key),
  };
}

function workingDirectory(wanted: string): string {
  const path = resolve(wanted);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw usageFailure(`${path} is not a directory`, 'Give an existing directory to --cwd');
  return realpathSync(path);
}

function flagRules({ allow, deny }: GlobalFlags): readonly SourcedRule[] {
  const parse =
    (effect: 'allow' | 'deny') =>
    (text: string): SourcedRule => {
      const parsed = parseRuleShorthand(text, { effect, flag: `--${effect}` });
      if (!parsed.ok) throw new CommandFailure(parsed.failure, exitCode.usage);
      return parsed.rule;
    };
  return [...allow.map(parse('allow')), ...deny.map(parse('deny'))];
}

function badSettings(failures: readonly Parameters<typeof renderFailure>[0][]): CommandFailure {
  const [first, ...others] = failures;
  if (!first) throw new Error('settings failed without a failure');
  return new CommandFailure(
    { ...first, message: [first.message, ...others.map(({ message }) => message)].join('; ') },
    exitCode.usage,
  );
}

const ignoredWarning = (
  folder: string,
  ignored: readonly { readonly what: string; readonly origin: string }[],
): string =>
  `${folder}/.toolstone is not trusted: ${ignored.map(({ what }) => what).join(', ')} ${ignored.length === 1 ? 'is' : 'are'} ignored (--trust to accept it)`;
