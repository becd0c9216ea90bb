import type { Json } from '@toolstone/protocol';
import { type IsKnown, nothingKnown } from './detectors/credentials.ts';
import { createRedactor } from './redact-stream.ts';

/** What a call shows of itself before it runs. */
export interface Card<View> {
  readonly header: string;
  readonly preview: readonly View[];
}

export interface MaskedCard<View> extends Card<View> {
  /** How many credentials are masked. */
  readonly masked: number;
}

/**
 * A card with the credentials masked that were observed, such as those in the lines around an edit. What the arguments say
 * themselves stays to the letter: it is what a person decides about, and the log holds it as the model wrote it.
 */
export function maskObserved<View>({
  card,
  said,
}: {
  readonly card: Card<View>;
  readonly said: Json;
}): MaskedCard<View> {
  const texts = stringsOf(said);
  let lines: ReadonlySet<string> | undefined;
  const isSaid = (line: string): boolean => {
    lines ??= new Set(texts.flatMap((text) => text.split(/\r?\n/)));
    return lines.has(line) || lines.has(line.slice(1));
  };
  const isKnown = (value: string): boolean => texts.some((known) => known.includes(value));
  let masked = 0;
  const redact = (text: string): string => {
    const redacted = redactWith(text, isKnown);
    masked += redacted.count;
    return redacted.text;
  };
  // Nearly every text holds none at all.
  const maskText = (text: string): string =>
    redactWith(text, nothingKnown).count === 0 ? text : redactLines(text, { isSaid, redact });
  const visit = (item: unknown): unknown => {
    if (typeof item === 'string') return maskText(item);
    if (Array.isArray(item)) return item.map(visit);
    if (item === null || typeof item !== 'object') return item;
    return Object.fromEntries(Object.entries(item).map(([name, child]) => [name, visit(child)]));
  };
  // The shape is kept: strings stay strings, lists lists and objects objects.
  const preview = card.preview.map((view) => visit(view) as View);
  return { header: maskText(card.header), preview, masked };
}

function redactWith(text: string, isKnown: IsKnown): { readonly text: string; readonly count: number } {
  const redactor = createRedactor(isKnown);
  const first = redactor.push(text);
  const rest = redactor.end();
  return { text: first + rest.text, count: rest.findings.reduce((sum, { count }) => sum + count, 0) };
}

/** Redacts what stands between lines that are said: a line of a diff has its sign before it. */
function redactLines(
  text: string,
  by: { readonly isSaid: (line: string) => boolean; readonly redact: (text: string) => string },
): string {
  const parts: string[] = [];
  let observed: string[] = [];
  const flush = (): void => {
    if (observed.length > 0) parts.push(by.redact(observed.join('\n')));
    observed = [];
  };
  for (const line of text.split('\n')) {
    if (!by.isSaid(line)) {
      observed.push(line);
      continue;
    }
    flush();
    parts.push(line);
  }
  flush();
  return parts.join('\n');
}

function stringsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap((member) => (member === undefined ? [] : stringsOf(member)));
}
