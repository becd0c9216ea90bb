import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findRipgrep } from '@toolstone/tools';
import { CommandFailure } from '../command-failure.ts';
import { compose } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine } from './output.ts';
import { loadProgramSettings } from './program-settings.ts';
import { readVersion } from './version.ts';

interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'problem';
  readonly detail: string;
  readonly nextStep?: string;
}

type Check = (flags: GlobalFlags) => Promise<Finding>;

const marks = { ok: '✓', warning: '!', problem: '✗' } as const;

/** `toolstone doctor`: looks at everything that a run needs, and changes nothing but what a run would create. */
export async function runDoctor(flags: GlobalFlags & { readonly json?: boolean }): Promise<ExitCode> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await check(flags));
  if (flags.json) printJson(findings);
  else
    for (const { name, status, detail, nextStep } of findings) {
      printLine(`${marks[status]} ${name}: ${detail}${nextStep === undefined ? '' : `\n    ${nextStep}`}`);
    }
  return findings.some(({ status }) => status === 'problem') ? exitCode.failed : exitCode.done;
}

const node: Check = async () => ({
  name: 'program',
  status: 'ok',
  detail: `toolstone ${readVersion()} on Node ${process.version}, ${process.platform} ${process.arch}`,
});

const settings: Check = async (flags) => {
  try {
    const { data, warnings, isTrusted } = await loadProgramSettings(flags);
    const trust = isTrusted ? '' : "; this folder's .toolstone is not trusted";
    const isThere = await access(data.configFile).then(
      () => true,
      () => false,
    );
    const detail = isThere ? `${data.configFile}${trust}` : `none yet (${data.configFile})${trust}`;
    return warnings.length === 0
      ? { name: 'settings', status: 'ok', detail }
      : { name: 'settings', status: 'warning', detail, nextStep: warnings.join('; ') };
  } catch (error) {
    return problem('settings', error);
  }
};

const storage: Check = async (flags) => {
  try {
    const program = await compose({ flags, canAsk: false });
    const rows = await program.store.list({ limit: 1000 });
    await program.close();
    const bytes = (await stat(program.data.databaseFile)).size;
    return {
      name: 'log',
      status: 'ok',
      detail: `${program.data.databaseFile}, ${rows.length} workstreams, ${Math.ceil(bytes / 1024)} KB`,
    };
  } catch (error) {
    return problem('log', error);
  }
};

const privacy: Check = async (flags) => {
  const { data } = await loadProgramSettings(flags).catch(() => ({ data: undefined }));
  const found = data && (await stat(data.path).catch(() => undefined));
  if (!data || !found) return { name: 'privacy', status: 'ok', detail: 'the data directory does not exist yet' };
  const isOpen = (found.mode & 0o077) !== 0;
  return isOpen
    ? {
        name: 'privacy',
        status: 'warning',
        detail: `${data.path} can be entered by others`,
        nextStep: `chmod 700 ${data.path}`,
      }
    : { name: 'privacy', status: 'ok', detail: `${data.path} is for you alone` };
};

const ripgrep: Check = async () => {
  const path = await findRipgrep();
  const isThere =
    path !== null &&
    (await access(path, constants.X_OK).then(
      () => true,
      () => false,
    ));
  return isThere
    ? { name: 'search', status: 'ok', detail: path }
    : {
        name: 'search',
        status: 'problem',
        detail: 'ripgrep was not found',
        nextStep: 'Install toolstone again, or put rg on the PATH',
      };
};

const bash: Check = async () => run('commands', 'bash', ['--version'], 'Install bash; commands cannot run without it');

const bubblewrap: Check = async (flags) => {
  const wanted = await loadProgramSettings(flags).then(
    ({ settings: found }) => found.bash.isolation === 'workspace',
    () => false,
  );
  const found = await run(
    'isolation',
    'bwrap',
    ['--version'],
    'Install bubblewrap to use bash.isolation = "workspace"',
  );
  return found.status === 'ok' || wanted ? found : { ...found, status: 'warning' };
};

const models: Check = async (flags) => {
  try {
    const program = await compose({ flags, canAsk: false });
    const lanes = await program.lanes();
    const choice = await lanes.choose(null);
    await program.close();
    return 'failure' in choice
      ? { name: 'model', status: 'warning', detail: choice.failure.message, nextStep: choice.failure.nextStep }
      : { name: 'model', status: 'ok', detail: `${choice.id} (${choice.model})` };
  } catch (error) {
    return problem('model', error);
  }
};

const checks: readonly Check[] = [node, settings, storage, privacy, bash, ripgrep, bubblewrap, models];

async function run(name: string, file: string, args: readonly string[], nextStep: string): Promise<Finding> {
  try {
    const { stdout } = await promisify(execFile)(file, [...args], { timeout: 5000 });
    return { name, status: 'ok', detail: stdout.split('\n')[0] ?? file };
  } catch {
    // Missing or broken: either way it cannot be used.
    return { name, status: 'problem', detail: `${file} cannot be run`, nextStep };
  }
}

function problem(name: string, error: unknown): Finding {
  if (error instanceof CommandFailure)
    return { name, status: 'problem', detail: error.failure.message, nextStep: error.failure.nextStep };
  const nextStep =
    error instanceof Error && 'nextStep' in error && typeof error.nextStep === 'string' ? error.nextStep : undefined;
  return {
    name,
    status: 'problem',
    detail: error instanceof Error ? error.message : String(error),
    ...(nextStep !== undefined && { nextStep }),
  };
}
