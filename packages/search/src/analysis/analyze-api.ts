import { illegalArgument } from '../error/es-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { AnalysisRegistry } from './analysis-registry.ts';
import { type AnalyzeRequest, parseAnalyzeRequest, validateAnalyzeRequest } from './analyze-request.ts';
import type { Analyzer } from './analyzer.ts';
import { createChainAnalyzer, runChain } from './chain.ts';
import type { ChainParts } from './chain-parts.ts';
import type { TokenAttribute } from './component.ts';
import type { Token } from './token.ts';
import type { AnalyzedText, MutableToken } from './token-stream.ts';

export interface AnalyzeContext {
  readonly registry: AnalysisRegistry;
  /**
   * The analyzer of a field; undefined where the mapping has no such field. Throws `illegal_argument_exception` for a field that is
   * not analysed (see `cannotAnalyze`).
   */
  readonly fieldAnalyzer: (field: string) => Analyzer | undefined;
  /** The body as it was sent: refusals then name line and column. */
  readonly source?: string;
}

/** The refusal of a field whose values are no text. */
export const cannotAnalyze = (field: string) =>
  illegalArgument(`Can't process field [${field}], Analysis requests are only supported on tokenized fields`);

/** Answers `_analyze`. */
export const analyzeRequest = (body: JsonObject, context: AnalyzeContext): JsonObject => {
  const request = parseAnalyzeRequest(body, context.source);
  validateAnalyzeRequest(request, context.registry.isGlobal);
  const analyzer = analyzerOf(request, context);
  const most = context.registry.maxTokenCount;
  // What is built in and belongs to no index has Lucene's gap.
  const gap = context.registry.isGlobal && analyzer.isCustom !== true ? 0 : analyzer.positionIncrementGap;
  // The stages of a chain that the request itself gives have no gap.
  if (request.explain) return { detail: detailOf(request, analyzer, { gap: isInline(request) ? 0 : gap, most }) };
  const stream = (text: string): AnalyzedText => analyzeText(analyzer, text);
  return {
    tokens: listOf(request.texts, stream, { gap, most }).map(({ token, position, shift }) => ({
      ...tokenJson(token, position, shift),
    })),
  };
};

const isInline = ({ tokenizer, filters, charFilters }: AnalyzeRequest): boolean =>
  tokenizer !== undefined || filters.length > 0 || charFilters.length > 0;

const analyzerOf = (request: AnalyzeRequest, { registry, fieldAnalyzer }: AnalyzeContext): Analyzer => {
  const { tokenizer, filters, charFilters } = request;
  if (isInline(request)) {
    return registry.custom({ charFilters, filters, ...(tokenizer === undefined ? {} : { tokenizer }) });
  }
  if (request.analyzer !== undefined) {
    const found = registry.analyzer(request.analyzer);
    if (found !== undefined) return found;
    throw illegalArgument(`failed to find ${registry.isGlobal ? 'global ' : ''}analyzer [${request.analyzer}]`);
  }
  if (request.normalizer !== undefined) {
    const found = registry.normalizer(request.normalizer);
    if (found?.parts === undefined) throw illegalArgument(`failed to find normalizer under [${request.normalizer}]`);
    return createChainAnalyzer(found.parts, { name: found.name, isCustom: true, positionIncrementGap: 100 });
  }
  if (request.field !== undefined) {
    if (registry.isGlobal) throw illegalArgument('analysis based on a specific field requires an index');
    const found = fieldAnalyzer(request.field);
    if (found !== undefined) return found;
  }
  const fallback = registry.analyzer(registry.isGlobal ? 'standard' : 'default');
  if (fallback === undefined) throw new Error('the standard analyzer is always there');
  return fallback;
};

const analyzeText = (analyzer: Analyzer, text: string): AnalyzedText => {
  if (analyzer.analyzeStream !== undefined) return analyzer.analyzeStream(text);
  const tokens = analyzer.analyze(text);
  return { tokens, endPosition: tokens[tokens.length - 1]?.position ?? -1, endOffset: text.length };
};

interface Limits {
  /** Positions between two texts. */
  readonly gap: number;
  /** Most tokens. */
  readonly most: number;
}

interface PlacedToken {
  readonly token: Token;
  readonly position: number;
  /** What comes before the text in all of them. */
  readonly shift: number;
}

/** The tokens of several texts as those of one field's values: with gaps between them. */
const listOf = (
  texts: readonly string[],
  stream: (text: string) => AnalyzedText,
  { gap, most }: Limits,
): readonly PlacedToken[] => {
  const list: PlacedToken[] = [];
  let base = 0;
  let shift = 0;
  for (const text of texts) {
    const { tokens, endPosition, endOffset } = stream(text);
    for (const token of tokens) list.push({ token, position: base + token.position, shift });
    if (list.length > most) {
      throw illegalArgument(
        `The number of tokens produced by calling _analyze has exceeded the allowed maximum of [${most}]. This limit can be set by changing the [index.analyze.max_token_count] index level setting.`,
        { type: 'illegal_state_exception' },
      );
    }
    base += endPosition + 1 + gap;
    shift += endOffset + 1;
  }
  return list;
};

const tokenJson = (token: Token, position: number, shift: number): JsonObject => ({
  token: token.term,
  start_offset: shift + token.startOffset,
  end_offset: shift + token.endOffset,
  type: token.type,
  position,
  ...(token.positionLength > 1 ? { positionLength: token.positionLength } : {}),
});

const hexBytes = (bytes: Uint8Array): string => `[${Array.from(bytes, (byte) => byte.toString(16)).join(' ')}]`;

const isMutable = (token: Token): token is MutableToken => 'frequency' in token && 'payload' in token;

const attributesOf = (token: Token, extra: ReadonlySet<TokenAttribute>): Record<string, JsonValue> => ({
  bytes: hexBytes(new TextEncoder().encode(token.term)),
  ...(extra.has('keyword') ? { keyword: token.isKeyword === true } : {}),
  ...(extra.has('payload')
    ? { payload: isMutable(token) && token.payload !== null ? hexBytes(token.payload) : null }
    : {}),
  positionLength: token.positionLength,
  termFrequency: isMutable(token) ? token.frequency : 1,
});

const detailOf = (request: AnalyzeRequest, analyzer: Analyzer, limits: Limits): JsonObject => {
  const { parts } = analyzer;
  const listed = (stream: (text: string) => AnalyzedText, filters: ChainParts['filters']): JsonValue[] => {
    const extra = new Set(filters.flatMap(({ attributes = [] }) => attributes));
    return listOf(request.texts, stream, limits).map(({ token, position, shift }) => {
      const all = Object.entries(attributesOf(token, extra));
      const shown = all.filter(
        ([name]) => request.attributes.length === 0 || request.attributes.includes(name.toLowerCase()),
      );
      return { ...tokenJson(token, position, shift), ...Object.fromEntries(shown) };
    });
  };
  if (parts === undefined || analyzer.isCustom !== true) {
    const tokens = listed((text) => analyzeText(analyzer, text), parts?.filters ?? []);
    return { custom_analyzer: false, analyzer: { name: analyzer.name, tokens } };
  }
  return {
    custom_analyzer: true,
    charfilters: filteredTexts(request.texts, parts),
    tokenizer: { name: parts.tokenizer.name, tokens: listed((text) => runChain(parts, text, 0), []) },
    tokenfilters: parts.filters.map((filter, index) => ({
      name: filter.name,
      tokens: listed((text) => runChain(parts, text, index + 1), parts.filters.slice(0, index + 1)),
    })),
  };
};

const filteredTexts = (texts: readonly string[], { charFilters }: ChainParts): JsonValue[] => {
  let current = texts;
  return charFilters.map((filter) => {
    current = current.map((text) => filter.filter(text).text);
    return { name: filter.name, filtered_text: current };
  });
};
