import {
  createToolSet,
  describeShape,
  type ExportFormat,
  inputSchema,
  toAnthropic,
  toDescriptor,
  toOpenAi,
} from '@toolstone/kernel';
import { builtInTools } from '@toolstone/tools';
import { usageFailure } from '../command-failure.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine, printTable } from '../node/output.ts';
import { loadProgramSettings } from '../node/program-settings.ts';
import { toolSummary } from '../tool-summary.ts';

/** `toolstone tools list` */
export async function listTools({ json }: { readonly json?: boolean }): Promise<ExitCode> {
  if (json)
    printJson(
      builtInTools.map((tool) => ({ name: tool.name, description: tool.description, effects: tool.meta.effects })),
    );
  else printTable(builtInTools.map((tool) => [tool.name, tool.meta.effects, toolSummary(tool.description)]));
  return exitCode.done;
}

/** `toolstone tools show NAME` */
export async function showTool(name: string): Promise<ExitCode> {
  const tool = createToolSet(builtInTools).get(name);
  if (!tool)
    throw usageFailure(
      `there is no tool "${name}"`,
      `It is one of ${builtInTools.map((known) => known.name).join(', ')}`,
    );
  printLine(`${tool.name}: ${tool.description}\n`);
  printLine(`takes ${describeShape(tool)}`);
  printLine(
    `effects ${tool.meta.effects}; a bare text is its "${tool.meta.primaryKey}"; ${tool.meta.autoApprove ? 'runs without asking' : 'asks first'}\n`,
  );
  printJson(inputSchema(tool), true);
  return exitCode.done;
}

/** `toolstone tools export`: what a model is sent, or the form of tool files. */
export async function exportTools(flags: GlobalFlags & { readonly format: ExportFormat }): Promise<ExitCode> {
  const tools = createToolSet(builtInTools);
  if (flags.format === 'seed') {
    printJson(tools.all.map(toDescriptor), true);
    return exitCode.done;
  }
  const { settings, cwd } = await loadProgramSettings(flags);
  const specs = tools.specs('interactive', { workingDir: cwd, workspaceDir: settings.tools.workspace_dir });
  printJson(specs.map(flags.format === 'anthropic' ? toAnthropic : toOpenAi), true);
  return exitCode.done;
}
