import { explainCall, renderExplanation } from '@toolstone/kernel';
import { visibleLine } from '@toolstone/protocol';
import { z } from 'zod';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine } from '../node/output.ts';
import { readTextFile } from '../node/read-text-file.ts';
import { withProgram } from '../with-program.ts';

/** `toolstone policy explain TOOL ARGS`: which rule decides, and why. The call is not made. */
export async function explainPolicy(
  tool: string,
  args: string | undefined,
  flags: GlobalFlags & { readonly json?: boolean },
): Promise<ExitCode> {
  return withProgram({ flags, canAsk: true }, async (program) => {
    const outcome = await explainCall({ name: tool, arguments: args ?? '' }, program.pipeline('explain'), {
      surface: 'cli',
      signal: new AbortController().signal,
    });
    if ('failure' in outcome) throw new CommandFailure(outcome.failure, exitCode.usage);
    if (flags.json) printJson(outcome.explanation);
    else printLine(`${visibleLine(outcome.header)}\n${renderExplanation(outcome.explanation)}`);
    return exitCode.done;
  });
}

const caseSchema = z.strictObject({
  tool: z.string(),
  arguments: z.union([z.string(), z.record(z.string(), z.json())]),
  expect: z.enum(['allow', 'ask', 'deny']),
});

/** `toolstone policy test FILE`: calls with the decision that is expected of the rules, one JSON object a line. */
export async function testPolicy(file: string, flags: GlobalFlags): Promise<ExitCode> {
  const cases = parseCases(await readTextFile(file), file);
  return withProgram({ flags, canAsk: true }, async (program) => {
    let failed = 0;
    const pipeline = program.pipeline('explain');
    for (const [index, { tool, arguments: args, expect }] of cases.entries()) {
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      const outcome = await explainCall({ name: tool, arguments: text }, pipeline, {
        surface: 'cli',
        signal: new AbortController().signal,
      });
      const got = 'failure' in outcome ? outcome.failure.code : outcome.explanation.effect;
      if (got === expect) continue;
      failed += 1;
      const why = 'failure' in outcome ? outcome.failure.message : outcome.explanation.reason;
      printLine(`${file}:${index + 1}: ${tool} ${text.slice(0, 80)}: expected ${expect}, got ${got} (${why})`);
    }
    printLine(`${cases.length - failed} of ${cases.length} as expected`);
    return failed === 0 ? exitCode.done : exitCode.failed;
  });
}

function parseCases(text: string | undefined, file: string): readonly z.output<typeof caseSchema>[] {
  if (text === undefined) throw usageFailure(`${file} cannot be read`, 'Give a file of JSON objects, one a line');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      try {
        return caseSchema.parse(JSON.parse(line));
      } catch (error) {
        const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : 'not JSON';
        throw usageFailure(
          `${file}:${index + 1}: ${why}`,
          'Write {"tool": "bash", "arguments": {"command": "npm test"}, "expect": "allow"}',
        );
      }
    });
}
