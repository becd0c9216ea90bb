import type { Finding } from '@toolstone/protocol';
import type { Detector } from './detector.ts';
import { promptInjection } from './detectors/prompt-injection.ts';
import { mergeFindings } from './findings.ts';
import { createRedactor } from './redact-stream.ts';

/** Detectors that only annotate; each sees the text with its credentials already masked. */
const detectors: readonly Detector[] = [promptInjection];

export interface GuardedText {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** The whole text with its credentials masked, and what else was found in it. Never blocks; linear in the text. */
export function guardText(text: string): GuardedText {
  const redactor = createRedactor();
  const first = redactor.push(text);
  const rest = redactor.end();
  const safe = first + rest.text;
  return { text: safe, findings: mergeFindings([rest.findings, ...detectors.map((detector) => detector.scan(safe))]) };
}
