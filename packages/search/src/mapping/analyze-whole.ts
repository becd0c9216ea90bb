import type { Analyzer } from '../analysis/analyzer.ts';
import type { AnalyzedText } from '../analysis/token-stream.ts';

/** The terms of a text and where it ends, also for analyzers that only give the terms. */
export const analyzeWhole = (analyzer: Analyzer, text: string): AnalyzedText => {
  if (analyzer.analyzeStream !== undefined) return analyzer.analyzeStream(text);
  const tokens = analyzer.analyze(text);
  return { tokens, endPosition: tokens.at(-1)?.position ?? -1, endOffset: text.length };
};
