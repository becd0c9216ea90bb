import { readFileSync } from 'node:fs';
import { EsError } from '../error/es-error.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { type AnalysisRegistry, type CompilePredicate, createAnalysisRegistry } from './analysis-registry.ts';
import { analyzeRequest, cannotAnalyze } from './analyze-api.ts';
import type { Analyzer } from './analyzer.ts';
import { createChainAnalyzer } from './chain.ts';

/** One recorded question to `_analyze` and the engine's answer. */
export interface AnalyzeCase {
  readonly id: string;
  readonly path: string;
  readonly body?: JsonObject | null;
  readonly status: number;
  readonly response: JsonObject;
}

export const readCases = (name: string): readonly AnalyzeCase[] =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

interface Property {
  readonly type?: string;
  readonly analyzer?: string;
  readonly normalizer?: string;
  readonly fields?: Readonly<Record<string, Property>>;
}

const library: { readonly analysis: JsonObject; readonly properties: Readonly<Record<string, Property>> } = JSON.parse(
  readFileSync(new URL('./fixtures/library.json', import.meta.url), 'utf8'),
);

/** The one script of the recorded cases, without an interpreter: this room stands below the scripts. */
const compilePredicate: CompilePredicate = ({ source }) => {
  const match = /^token\.term\.length\(\) < (\d+)$/.exec(source);
  if (match === null) throw new Error(`no predicate for ${source}`);
  return ({ term }) => term.length < Number(match[1]);
};

const libraryRegistry = createAnalysisRegistry({ analysis: library.analysis }, { compilePredicate });
const globalRegistry = createAnalysisRegistry({}, { isGlobal: true, compilePredicate });

const fieldAnalyzer =
  (registry: AnalysisRegistry) =>
  (path: string): Analyzer | undefined => {
    const [name = '', sub] = path.split('.');
    const parent = library.properties[name];
    const property = sub === undefined ? parent : parent?.fields?.[sub];
    if (property === undefined) return undefined;
    if (property.type === 'keyword') {
      const parts = property.normalizer === undefined ? undefined : registry.normalizer(property.normalizer)?.parts;
      return parts === undefined ? registry.analyzer('keyword') : createChainAnalyzer(parts, { name: path });
    }
    if (property.type !== 'text') throw cannotAnalyze(path);
    return registry.analyzer(property.analyzer ?? 'default');
  };

/** What this engine answers to a case: the body, or the `error` and status of a refusal. */
export const answer = (path: string, body: JsonObject): JsonValue => {
  const registry = path.startsWith('/library') ? libraryRegistry : globalRegistry;
  try {
    return analyzeRequest(body, { registry, fieldAnalyzer: fieldAnalyzer(registry), source: JSON.stringify(body) });
  } catch (error) {
    if (!(error instanceof EsError)) throw error;
    const { type, reason, status } = error.details;
    return { error: { type, reason }, status };
  }
};

/** The recorded answer in the form of `answer`; what the engine takes for its own fault (500) is the client's here. */
export const expected = ({ response, status }: AnalyzeCase): JsonValue => {
  const error = response['error'];
  if (typeof error !== 'object' || error === null || !('type' in error)) return response;
  return { error: { type: error['type'], reason: error['reason'] }, status: status === 500 ? 400 : status };
};
