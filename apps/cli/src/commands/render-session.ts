import { partsText, type Workspace } from '@toolstone/kernel';
import {
  addUsage,
  type BlobPart,
  type LogRecord,
  noUsage,
  type Part,
  type RecordOf,
  renderFailure,
  type ToolResult,
  type Usage,
} from '@toolstone/protocol';
import { renderMarkdown } from '../terminal/markdown/render-markdown.ts';
import { shortBytes, shortDuration } from '../terminal/style/amounts.ts';
import { foldLines } from '../terminal/style/fold-lines.ts';
import { printable, printableLine } from '../terminal/style/printable.ts';
import type { Theme } from '../terminal/style/theme.ts';
import { turnFacts } from '../terminal/style/turn-facts.ts';

export interface SessionRenderer {
  /** What a person reads of the next record; empty where it says nothing. Records come in the order of the log. */
  render(record: LogRecord): Promise<string>;
}

export interface RenderSessionOptions {
  readonly workspace: Pick<Workspace, 'readAt'>;
  /** Results whole, those in the workspace too; else their ends. */
  readonly isFull: boolean;
  readonly theme: Theme;
  /** Columns to which answers are set as on the screen; absent where they stay the markdown that they are. */
  readonly width?: number;
}

const ends = { head: 8, tail: 4 };
const MAX_LINE_CHARS = 300;
/** Enough for the ends of a result, whatever its lines are like. */
const PREVIEW_BYTES = 16_384;

/** A workstream's log as a conversation: what was said, what ran and what came of it, what each turn took. */
export function createSessionRenderer({ workspace, isFull, theme, width }: RenderSessionOptions): SessionRenderer {
  let usage: Usage = noUsage;
  let cost: number | null = null;
  const waiting = new Map<string, string>();
  const answers = new Map<string, string>();

  /** Inputs stand where the conversation took them, not where they were typed. */
  function taken(inputIds: readonly string[]): string {
    const texts = inputIds.map((id) => waiting.get(id) ?? '');
    for (const id of inputIds) waiting.delete(id);
    return texts.filter((text) => text !== '').join('\n');
  }

  async function result(record: RecordOf<'call.finished'>['body']): Promise<string> {
    const { callId, header, tool, result: done, durationMs } = record;
    const took = durationMs >= 1000 ? shortDuration(durationMs) : '';
    const facts = [done.status, took, answers.get(callId) ?? ''].filter((fact) => fact !== '');
    const mark = done.status === 'ok' ? theme.success('●') : theme.warning('●');
    const title = `${mark} ${theme.strong(printableLine(header ?? tool))} ${theme.muted(`(${facts.join(', ')})`)}`;
    const failure = done.failure ? [printable(renderFailure(done.failure))] : [];
    const texts = await Promise.all(done.parts.map((part) => partText(part, done)));
    const body = [...failure, ...texts].filter((text) => text.trim() !== '').join('\n');
    return body === '' ? title : `${title}\n${body.replace(/^(?=.)/gm, '  ')}`;
  }

  const said = (text: string): string =>
    width === undefined || text === '' ? printable(text) : renderMarkdown(text, width, theme).join('\n');

  const input = (body: RecordOf<'input.received'>['body']): string =>
    body.type === 'message'
      ? `\n${theme.person('>')} ${theme.strong(printable(partsText(body.parts)).replaceAll('\n', '\n  '))}`
      : `\n${theme.person('>')} /call ${printableLine(body.tool)} ${shortened(printable(body.arguments))}`;

  async function partText(part: Part, { handles }: ToolResult): Promise<string> {
    if (part.type === 'text') return shortened(printable(part.text));
    const reference = handles?.['workspace'] ?? (part.name === undefined ? part.blob : `workspace://${part.name}`);
    if (!part.mediaType.startsWith('text/')) return `${partsText([part])} · ${reference}`;
    if (isFull) return printable(await read(part, 0, part.bytes));
    if (part.bytes <= 2 * PREVIEW_BYTES) {
      const text = shortened(printable(await read(part, 0, part.bytes)));
      return `${text}\n${theme.muted(`[${shortBytes(part.bytes)} in ${reference}; --full shows all of it]`)}`;
    }
    const head = printable(await read(part, 0, PREVIEW_BYTES))
      .split('\n')
      .slice(0, ends.head);
    const tail = printable(await read(part, part.bytes - PREVIEW_BYTES, PREVIEW_BYTES))
      .trimEnd()
      .split('\n')
      .slice(-ends.tail);
    const lines = [...head, '…', ...tail].map(cut).join('\n');
    return `${lines}\n${theme.muted(`[${shortBytes(part.bytes)} in ${reference}; --full shows all of it]`)}`;
  }

  async function read({ blob }: BlobPart, offset: number, length: number): Promise<string> {
    const bytes = await workspace.readAt(blob, offset, length);
    return bytes === null ? '[no longer stored]' : new TextDecoder().decode(bytes);
  }

  function shortened(text: string): string {
    if (isFull) return text;
    const lines = foldLines(text.trimEnd().split('\n'), ends, (hidden) => `… ${hidden} more lines (--full)`);
    return lines.map(cut).join('\n');
  }

  function turn({ outcome, rounds, durationMs, failure }: RecordOf<'turn.finished'>['body']): string {
    const facts = [...(outcome === 'done' ? [] : [outcome]), ...turnFacts({ durationMs, rounds, usage, cost })];
    usage = noUsage;
    cost = null;
    const line = facts.length === 0 ? '' : theme.muted(`— ${facts.join(' · ')}`);
    return failure ? `${printable(renderFailure(failure))}\n${line}` : line;
  }

  return {
    async render(record) {
      switch (record.kind) {
        case 'input.received':
          waiting.set(record.body.inputId, input(record.body));
          return '';
        case 'input.withdrawn':
          waiting.delete(record.body.inputId);
          return '';
        case 'turn.started':
        case 'batch.folded':
          return taken(record.body.inputs);
        case 'model.replied': {
          usage = addUsage(usage, record.body.usage);
          if (record.body.cost !== undefined) cost = (cost ?? 0) + record.body.cost;
          return said(record.body.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(''));
        }
        case 'call.finished':
          return result(record.body);
        case 'approval.answered':
          for (const { callId, decision } of record.body.decisions) answers.set(callId, answerText(record, decision));
          return '';
        case 'compacted':
          return isFull
            ? `— older messages were replaced by this summary —\n${printable(record.body.summary)}`
            : '— older messages were replaced by a summary (--full shows it) —';
        case 'turn.finished':
          return turn(record.body);
        default:
          return '';
      }
    },
  };
}

const cut = (line: string): string => (line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS)} …` : line);

function answerText({ body, principal }: RecordOf<'approval.answered'>, decision: 'yes' | 'no'): string {
  const always = body.always === undefined || decision === 'no' ? '' : ` always (${body.always.join(', ')})`;
  const message = body.message === undefined ? '' : `: ${printable(body.message)}`;
  return `${decision === 'yes' ? 'approved' : 'denied'}${always} by ${principal}${message}`;
}
