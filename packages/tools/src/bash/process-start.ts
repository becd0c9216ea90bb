import type { ProcessStart } from '@toolstone/kernel';
import type { BashPlan } from './plan.ts';

/** How the command is started. */
export function processStart(
  { command, cwd, stopOnError, isolation, network, timeoutSeconds }: BashPlan,
  { env, ownerScope }: Pick<ProcessStart, 'env' | 'ownerScope'>,
): ProcessStart {
  return {
    // On the line of the first command, so that line numbers stay those of the text that the model wrote.
    run: { script: `set -o pipefail${stopOnError ? ' -e' : ''}; ${command}` },
    cwd,
    env,
    isolation,
    network,
    ownerScope,
    stdin: 'empty',
    ...(timeoutSeconds !== null && { limits: { timeoutMs: timeoutSeconds * 1000 } }),
  };
}

const QUOTED_FIRST_LINE = /(: line 1: `)(?:ulimit [^;]*; )?set -o pipefail(?: -e)?; /;

/** For a syntax error in the first line bash shows that line; what stands before the command in it is taken out again. */
export const withoutShellOptions = (text: string): string =>
  text.includes(': line 1: `') ? text.replace(QUOTED_FIRST_LINE, '$1') : text;
