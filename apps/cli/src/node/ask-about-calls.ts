import type { AskedCall } from '@toolstone/protocol';
import type { Answer } from '../session/follow-input.ts';
import { indentLines } from '../terminal/style/text-width.ts';
import { createTheme, plainTheme } from '../terminal/style/theme.ts';
import { renderAskedCalls } from '../terminal/view/render-asked-calls.ts';
import { askInTerminal } from './ask-in-terminal.ts';
import { readTerminalFacts } from './terminal/terminal-facts.ts';

/** Shows calls as they would be made and asks whether to make them. */
export async function askAboutCalls(calls: readonly AskedCall[], signal: AbortSignal): Promise<Answer> {
  const question = [...showCalls(calls), calls.length > 1 ? `Run these ${calls.length} calls?` : 'Run it?'].join('\n');
  const { isYes, message } = await askInTerminal(question, signal);
  return { decision: isYes ? 'yes' : 'no', ...(message !== undefined && { message }) };
}

/** The calls as lines for standard error, in colour where that is a terminal. */
export function showCalls(calls: readonly AskedCall[]): readonly string[] {
  const theme = process.stderr.isTTY ? createTheme(readTerminalFacts(process.env, false)) : plainTheme;
  const width = Math.max(20, (process.stderr.columns ?? 80) - 3);
  return indentLines(renderAskedCalls(calls, { width, theme, isExpanded: true }), `${theme.warning('▌')} `);
}
