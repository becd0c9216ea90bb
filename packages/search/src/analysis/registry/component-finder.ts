import { illegalArgument } from '../../error/es-error.ts';
import type { JsonObject } from '../../json/json-value.ts';
import { createComponentSettings, type FlatSettings, flattenSettings } from '../component-settings.ts';
import type { BuildContext, FactoryEntry } from './build-context.ts';

/** A component by its name, or its definition. */
export type ComponentReference = string | JsonObject;

export interface ComponentFinder<T> {
  /** By a name of the settings, or one that is there without them; undefined for none. */
  configured(name: string): T | undefined;
  /** By name or definition as a request has it; throws `illegal_argument_exception` where there is none. */
  named(reference: ComponentReference, isGlobal: boolean): T;
}

/** Names that stood for kinds of components once. */
const oldNames: ReadonlyMap<string, string> = new Map([
  ['nGram', 'ngram'],
  ['edgeNGram', 'edge_ngram'],
]);

const empty = createComponentSettings(new Map());

/** Finds and makes the components of one kind. */
export const createComponentFinder = <T>(
  kind: string,
  factories: ReadonlyMap<string, FactoryEntry<T>>,
  group: ReadonlyMap<string, FlatSettings>,
  context: BuildContext,
  prebuilt: ReadonlyMap<string, (name: string) => T> = new Map(),
): ComponentFinder<T> => {
  const known = new Map<string, T>();
  const factory = (type: string): FactoryEntry<T> | undefined => factories.get(oldNames.get(type) ?? type);
  const fromSettings = (name: string): T | undefined => {
    const flat = group.get(name);
    if (flat === undefined) return undefined;
    const found = known.get(name);
    if (found !== undefined) return found;
    const settings = createComponentSettings(flat);
    const type = settings.text('type');
    if (type === undefined)
      throw illegalArgument(`${kind} [${name}] must specify either an analyzer type, or a tokenizer`);
    const entry = factory(type);
    if (entry === undefined) throw illegalArgument(`Unknown ${kind} type [${type}] for [${name}]`);
    const made = entry.create(name, settings, context);
    known.set(name, made);
    return made;
  };
  return {
    configured: (name) => {
      const own = fromSettings(name);
      if (own !== undefined) return own;
      const ready = prebuilt.get(name);
      if (ready !== undefined) return ready(name);
      const entry = factories.get(name);
      return entry === undefined || entry.needsSettings === true ? undefined : entry.create(name, empty, context);
    },
    named: (reference, isGlobal) => {
      const place = isGlobal ? 'global ' : '';
      if (typeof reference !== 'string') {
        const settings = createComponentSettings(flattenSettings(reference));
        const type = settings.text('type');
        if (type === undefined)
          throw illegalArgument(`Missing [type] setting for anonymous ${kind}: ${JSON.stringify(reference)}`);
        const entry = factory(type);
        if (entry === undefined) throw illegalArgument(`failed to find global ${kind} under [${type}]`);
        return entry.create(`__anonymous__${type}`, settings, context);
      }
      const own = isGlobal ? undefined : fromSettings(reference);
      if (own !== undefined) return own;
      // A request takes what the kind makes of no settings before what is there ready-made, unless there is no index.
      const ready = prebuilt.get(reference);
      const entry = factories.get(reference);
      if (ready !== undefined && (isGlobal || entry === undefined)) return ready(reference);
      if (entry === undefined) throw illegalArgument(`failed to find ${place}${kind} under [${reference}]`);
      return entry.create(reference, empty, context);
    },
  };
};
