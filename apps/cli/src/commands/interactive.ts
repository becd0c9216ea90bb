import { usageFailure } from '../command-failure.ts';
import { compose, type Program } from '../compose.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import {
  processEnvironment,
  readTerminalFacts,
  withoutContinuousIntegration,
} from '../node/terminal/terminal-facts.ts';
import { newestWorkstream } from '../session/find-workstream.ts';
import { createWorkstreams } from '../terminal/open-workstreams.ts';
import { settleTrust } from '../terminal/settle-trust.ts';
import type { OpenedWorkstream, Workstreams } from '../terminal/terminal-session.ts';

export interface InteractiveFlags extends GlobalFlags {
  /** Questions and answers as lines, where a screen cannot be drawn or is not wanted. */
  readonly plain?: boolean;
}

/** `toolstone`: a conversation with a person in charge, on a screen or, where there is none, line by line. */
export async function runInteractive(prompt: string, flags: InteractiveFlags): Promise<ExitCode> {
  const facts = readTerminalFacts(processEnvironment(), flags.plain === true);
  const mayGoOn = !facts.canAsk || (await settleTrust(flags));
  if (!mayGoOn) return exitCode.interrupted;
  const program = await compose({ flags, canAsk: true });
  try {
    const workstreams = createWorkstreams(program);
    const opened = await chooseWorkstream(program, workstreams, flags);
    const options = { program, facts, workstreams, opened, prompt };
    if (!facts.isScreen) {
      if (flags.resume === true) throw usageFailure('--resume needs an id here', 'See `toolstone sessions list`');
      const { runPlainTerminal } = await import('../terminal/plain/plain-terminal.ts');
      return await runPlainTerminal(options);
    }
    const { runTerminal } = await withoutContinuousIntegration(() => import('../terminal/run-terminal.ts'));
    return await runTerminal({ ...options, picksWorkstream: flags.resume === true });
  } finally {
    await program.close();
  }
}

async function chooseWorkstream(
  program: Program,
  workstreams: Workstreams,
  flags: InteractiveFlags,
): Promise<OpenedWorkstream> {
  if (typeof flags.resume === 'string') return workstreams.open(flags.resume);
  const newest = flags.continue ? await newestWorkstream(program, program.cwd) : undefined;
  return newest ? workstreams.open(newest.id) : workstreams.create();
}
