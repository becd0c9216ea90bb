import { EsError } from '../../error/es-error.ts';
import { compileJavaRegex, type JavaRegex, type JavaRegexFlags } from '../../text/java-regex.ts';
import { ScriptThrow } from '../script-error.ts';
import type { Runtime } from './runtime.ts';
import { Opaque, type ScriptValue } from './value.ts';

/** A compiled pattern as scripts hold it. */
export interface PatternState {
  readonly regex: JavaRegex;
  toText(): string;
}

export const createPattern = (source: string, flags: JavaRegexFlags = {}): Opaque<PatternState> =>
  new Opaque('Pattern', { regex: compileJavaRegex(source, flags), toText: () => source });

/** A pattern made while the script runs. */
export const patternAtRuntime = (source: string, flags: JavaRegexFlags = {}): Opaque<PatternState> => {
  try {
    return createPattern(source, flags);
  } catch (error) {
    if (error instanceof EsError) throw new ScriptThrow('PatternSyntaxException', error.message);
    throw error;
  }
};

export const isPattern = (value: ScriptValue): value is Opaque<PatternState> =>
  value instanceof Opaque && value.className === 'Pattern';

/** Steps of a regular expression count as operations, a hundred for one. */
export const charge = (runtime: Runtime): ((steps: number) => void) => {
  return (steps) => runtime.spend(steps / 100);
};
