import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type DataDirectory, setSetting } from '@toolstone/host';
import { installEmbeddedAddon, isEmbeddedAddonInstalled } from '@toolstone/models';
import { CommandFailure, usageFailure } from '../../command-failure.ts';
import { type ExitCode, exitCode } from '../../exit-code.ts';
import { askInTerminal } from '../ask-in-terminal.ts';
import { printLine, tellLine } from '../output.ts';
import { embeddedPaths } from './lanes.ts';

export interface AddEmbeddedOptions {
  readonly data: DataDirectory;
  /** `--yes`: the person has agreed to the installation. */
  readonly isConsented: boolean;
}

/** Adds a GGUF file as an embedded model; installs the add-on that runs it, which the person has to agree to. */
export async function addEmbeddedModel(file: string, { data, isConsented }: AddEmbeddedOptions): Promise<ExitCode> {
  const path = resolve(file);
  if (!(await stat(path).catch(() => undefined))?.isFile())
    throw usageFailure(`${path} is not a file`, 'Give the path of a GGUF file');
  const { addon } = embeddedPaths(data);
  if (!(await isEmbeddedAddonInstalled(addon))) {
    if (!isConsented && !(await consents(addon))) return exitCode.denied;
    const failure = await installEmbeddedAddon(
      { dir: addon, onLine: (line) => tellLine(`  ${line}`) },
      new AbortController().signal,
    );
    if (failure) throw new CommandFailure(failure, exitCode.failed);
  }
  const name = basename(path, '.gguf').replace(/[^A-Za-z0-9._-]/g, '-');
  const table = JSON.stringify({ provider: 'embedded', model: basename(path), path });
  const outcome = await setSetting(data.configFile, `models."${name}"`, table);
  const refused = outcome.status === 'refused' ? outcome.failures[0] : undefined;
  if (refused) throw new CommandFailure(refused, exitCode.usage);
  printLine(`added ${name} to ${data.configFile}; try it with \`toolstone models test ${name}\``);
  return exitCode.done;
}

async function consents(addon: string): Promise<boolean> {
  const question = `Embedded models need node-llama-cpp (about 85 MB, no install scripts), from npm, into\n  ${addon}\nInstall it?`;
  if (process.stdin.isTTY !== true) {
    tellLine(`${question}\nNobody can be asked here: give --yes to install it.`);
    return false;
  }
  return (await askInTerminal(question, new AbortController().signal)).isYes;
}
