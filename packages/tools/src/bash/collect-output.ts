import type { RunningProcess } from '@toolstone/kernel';
import { createHeadAndTail } from '../shared/shell-output/head-and-tail.ts';
import { createLinePrefix } from '../shared/shell-output/line-prefix.ts';
import { createStreamText } from '../shared/shell-output/stream-text.ts';
import { withoutShellOptions } from './process-start.ts';

/** Characters of output in a result: 256 KiB of ASCII, half from each end. */
const MAX_OUTPUT_CHARS = 262_144;
/** What is shown live at most; nobody reads on, and the end stands in the result. */
const MAX_LIVE_CHARS = 1_048_576;
/** What stderr may always have, however much is printed to stdout. */
const STDERR_SHARE = 65_536;

type Emit = (stream: 'stdout' | 'stderr', text: string) => void;

export interface CollectedOutput {
  /** Standard output, then the lines of standard error, each marked `[stderr] `. */
  readonly text: string;
  readonly truncated: boolean;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

/** Reads all that a process prints, shows it as it comes, and keeps its head and tail in bounded memory. */
export async function collectOutput(output: RunningProcess['output'], emit: Emit): Promise<CollectedOutput> {
  const texts = { stdout: createStreamText(), stderr: createStreamText() };
  const kept = { stdout: createHeadAndTail(MAX_OUTPUT_CHARS), stderr: createHeadAndTail(MAX_OUTPUT_CHARS) };
  const mark = createLinePrefix('[stderr] ');
  const show = limited(emit);
  const take = (stream: 'stdout' | 'stderr', observed: string): void => {
    const text = stream === 'stderr' ? withoutShellOptions(observed) : observed;
    kept[stream].push(stream === 'stderr' ? mark(text) : text);
    show(stream, text);
  };
  for await (const { stream, bytes } of output) take(stream, texts[stream].push(bytes));
  for (const stream of ['stdout', 'stderr'] as const) take(stream, texts[stream].end());
  return {
    ...join(kept.stdout, kept.stderr),
    stdoutBytes: texts.stdout.bytes,
    stderrBytes: texts.stderr.bytes,
  };
}

type Kept = ReturnType<typeof createHeadAndTail>;

function join(stdout: Kept, stderr: Kept): { readonly text: string; readonly truncated: boolean } {
  const errorChars = Math.min(stderr.chars, Math.max(STDERR_SHARE, MAX_OUTPUT_CHARS - stdout.chars));
  const out = stdout.render(MAX_OUTPUT_CHARS - errorChars);
  const error = stderr.render(errorChars);
  const gap = out.text === '' || error.text === '' || out.text.endsWith('\n') ? '' : '\n';
  return { text: trimEnd(`${out.text}${gap}${error.text}`), truncated: out.truncated || error.truncated };
}

/** Without the line ends that most programs print last; a pattern would take quadratic time on blank output. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

function limited(emit: Emit): Emit {
  let left = MAX_LIVE_CHARS;
  return (stream, text) => {
    if (text === '' || left <= 0) return;
    left -= text.length;
    emit(stream, text);
    if (left <= 0) emit(stream, '\n[the live view ends here; the result will hold the beginning and the end]\n');
  };
}
