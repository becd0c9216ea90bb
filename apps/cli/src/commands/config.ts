import { setSetting } from '@toolstone/host';
import { renderFailure } from '@toolstone/protocol';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine, printTable, tellLine } from '../node/output.ts';
import { loadProgramSettings } from '../node/program-settings.ts';

/** `toolstone config list`: every value in force, and where it comes from. */
export async function listSettings(flags: GlobalFlags): Promise<ExitCode> {
  const { settings, originOf, warnings } = await loadProgramSettings(flags);
  printTable(
    leaves(settings).map(({ key, value }) => [key.join('.'), JSON.stringify(value), originOf(key) ?? 'default']),
  );
  for (const warning of warnings) tellLine(`toolstone: ${warning}`);
  return exitCode.done;
}

interface Leaf {
  readonly key: readonly string[];
  readonly value: unknown;
}

function leaves(value: unknown, key: readonly string[] = []): readonly Leaf[] {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isTable) return value === undefined ? [] : [{ key, value }];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...key, name]));
}

/** `toolstone config get KEY` */
export async function getSetting(key: string, flags: GlobalFlags): Promise<ExitCode> {
  const { settings } = await loadProgramSettings(flags);
  let value: unknown = settings;
  for (const part of key.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  if (value === undefined) throw usageFailure(`nothing is set under "${key}"`, 'See `toolstone config list`');
  if (typeof value === 'string') printLine(value);
  else printJson(value, true);
  return exitCode.done;
}

/** `toolstone config set KEY VALUE` */
export async function changeSetting(key: string, text: string, flags: GlobalFlags): Promise<ExitCode> {
  const { data } = await loadProgramSettings(flags);
  const outcome = await setSetting(data.configFile, key, text);
  if (outcome.status === 'set') {
    printLine(`${outcome.key} = ${JSON.stringify(outcome.value)}`);
    return exitCode.done;
  }
  const [first, ...others] = outcome.failures;
  for (const failure of others) tellLine(renderFailure(failure));
  if (first) throw new CommandFailure(first, exitCode.usage);
  return exitCode.usage;
}

/** `toolstone config path` */
export async function showPaths(flags: GlobalFlags): Promise<ExitCode> {
  const { data, projectDirectory } = await loadProgramSettings(flags);
  printTable([
    ['data', data.path],
    ['settings', data.configFile],
    ['rules', data.policyFile],
    ['log', data.databaseFile],
    ...(projectDirectory === undefined ? [] : [['project', `${projectDirectory}/.toolstone`]]),
  ]);
  return exitCode.done;
}
