import type { ContextFunction } from './compile/compiler.ts';
import { scoreFunctions } from './library/score-functions.ts';

/** What a script of one context gives, what types its variables have and which functions it may call. */
export interface ScriptContext {
  readonly returns: string;
  readonly variableTypes: Readonly<Record<string, string>>;
  readonly functions: ReadonlyMap<string, ContextFunction>;
}

const none: ReadonlyMap<string, ContextFunction> = new Map();

const context = (
  returns: string,
  variableTypes: Readonly<Record<string, string>> = {},
  functions = none,
): ScriptContext => ({
  returns,
  variableTypes: { params: 'Map', doc: 'LeafDocLookup', ...variableTypes },
  functions,
});

const scored = { _score: 'double' };

/** `emit` of runtime fields: what a run has emitted is handed to the caller. A point is two numbers, kept as a pair. */
const emit: ReadonlyMap<string, ContextFunction> = new Map<string, ContextFunction>([
  [
    'emit',
    {
      arities: [1, 2],
      returns: 'void',
      run: (runtime, args) => {
        runtime.emit(args);
        return null;
      },
    },
  ],
]);

const contexts: Readonly<Record<string, ScriptContext>> = {
  score: context('double', scored, scoreFunctions),
  filter: context('boolean'),
  number_sort: context('double', scored),
  string_sort: context('String', scored),
  field: context('def'),
  aggs: context('def', scored),
  'aggs/init': context('void'),
  'aggs/map': context('void', scored),
  'aggs/combine': context('def'),
  'aggs/reduce': context('def'),
  bucket_aggregation: context('def'),
  aggregation_selector: context('boolean'),
  moving_function: context('double'),
  'moving-function': context('double'),
  terms_set: context('def'),
  update: context('void'),
  update_by_query: context('void'),
  reindex: context('void'),
  ingest: context('void'),
  ingest_template: context('def'),
  similarity: context('double'),
  similarity_weight: context('double'),
  analysis: context('boolean'),
  interval: context('boolean'),
  script_heuristic: context('double'),
  runtime_field: context('void', {}, emit),
  derived_field: context('void', {}, emit),
  painless_test: context('def'),
};

/** A context by the name that Elasticsearch gives it; an unknown one gives whatever the script gives. */
export const contextOf = (name: string): ScriptContext =>
  (Object.hasOwn(contexts, name) ? contexts[name] : undefined) ?? context('def');
