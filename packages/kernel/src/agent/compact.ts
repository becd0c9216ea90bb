import type { ContextMessage } from '../log/view.ts';
import type { LaneRequest, Message } from '../ports/lane.ts';
import { CHARS_PER_TOKEN, estimateMessage } from './context-budget.ts';

/** The newest messages stay word for word, up to this part of what a prompt may have. */
const KEPT_SHARE = 0.15;
const MAX_PART_CHARS = 4000;

const instructions = `You condense a conversation between a person and an assistant that works with tools, so that the assistant can go on from your text alone.
Write, under these headings: Task (what the person wants, in their words where they matter), Decisions (what was settled, and why), State (files read or changed and how they stand, commands run and their outcome, what is verified and what is not), Open (calls or questions without an answer, what was to come next).
Keep names, paths, numbers, error texts and identifiers exactly. Leave out pleasantries. Do not invent anything.`;

/**
 * Splits the context where it can be cut: the kept tail begins with an assistant's or a person's message, never with a result
 * whose call is gone. Null where there is nothing worth a summary.
 */
export function splitForCompaction(
  messages: readonly ContextMessage[],
  usable: number,
): { readonly summarised: readonly ContextMessage[]; readonly throughSeq: number } | null {
  let kept = 0;
  let cut = messages.length;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const entry = messages[index];
    if (!entry) break;
    kept += estimateMessage(entry.message);
    if (kept > usable * KEPT_SHARE) break;
    // A record can give several messages; a cut must not fall inside it.
    if (entry.message.role !== 'tool' && messages[index - 1]?.seq !== entry.seq) cut = index;
  }
  const summarised = messages.slice(0, cut);
  const throughSeq = summarised.at(-1)?.seq;
  return throughSeq === undefined ? null : { summarised, throughSeq };
}

/** A request for the summary that is sure to fit: long parts are shortened, and of too many the first and last are kept. */
export function compactionRequest(
  messages: readonly Message[],
  usable: number,
): Pick<LaneRequest, 'system' | 'messages' | 'tools'> {
  const budget = Math.floor(usable * CHARS_PER_TOKEN * 0.7);
  const rendered = messages.map(renderMessage);
  const transcript = fitTranscript(rendered, budget);
  return {
    system: instructions,
    messages: [
      {
        role: 'user',
        parts: [{ type: 'text', text: `<conversation>\n${transcript}\n</conversation>\n\nWrite the summary.` }],
      },
    ],
    tools: [],
  };
}

function fitTranscript(rendered: readonly string[], budget: number): string {
  const whole = rendered.join('\n\n');
  if (whole.length <= budget) return whole;
  const head = whole.slice(0, Math.floor(budget / 4));
  const tail = whole.slice(-Math.floor((budget * 3) / 4));
  return `${head}\n\n[… ${whole.length - budget} characters of the middle left out …]\n\n${tail}`;
}

function renderMessage(message: Message): string {
  const texts: string[] = [];
  for (const part of message.parts) {
    if (part.type === 'text') texts.push(shorten(part.text));
    else if (part.type === 'call') texts.push(`→ calls ${part.name} ${shorten(part.arguments)}`);
    else if (part.type === 'blob') texts.push(part.description ?? `[${part.mediaType}]`);
  }
  const who = message.role === 'tool' ? `result of ${message.name}${message.isError ? ' (failed)' : ''}` : message.role;
  return `[${who}]\n${texts.join('\n')}`;
}

function shorten(text: string): string {
  if (text.length <= MAX_PART_CHARS) return text;
  const half = MAX_PART_CHARS / 2;
  return `${text.slice(0, half)}\n[… ${text.length - MAX_PART_CHARS} characters …]\n${text.slice(-half)}`;
}
