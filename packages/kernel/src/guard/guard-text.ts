import type { Finding } from '@toolstone/protocol';
import type { Detector } from './detector.ts';
import { promptInjection } from './detectors/prompt-injection.ts';
import { mergeFindings } from './findings.ts';
import { createRedactor } from './redact-stream.ts';

/** Detectors that only annotate; each sees the text with its credentials already masked. */
const detectors: readonly Detector[] = [promptInjection];

/** One short word: what is looked for has a blank, a sign, a digit or more letters. Most strings of a result are such. */
const plainWord = /^[A-Za-z]{1,16}$/;

export interface GuardedText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The whole text with its credentials masked, and what else was found in it. Never blocks; linear in the text. */
export function guardText(text: string): GuardedText {
  if (plainWord.test(text)) return { text, findings: [] };
  const redactor = createRedactor();
  const first = redactor.push(text);
  const rest = redactor.end();
  const safe = first + rest.text;
  return { text: safe, findings: mergeFindings([rest.findings, ...detectors.map((detector) => detector.scan(safe))]) };
}
