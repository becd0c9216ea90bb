import type { Frame } from '../runtime/runtime.ts';
import type { ScriptValue } from '../runtime/value.ts';
import { booleanCode, type Code, isNumberType, longCode, numberCode, valueCode } from './code.ts';
import type { Variable } from './scope.ts';

/** The value of a local variable. */
export const readVariable = ({ type, index }: Variable): Code => {
  if (isNumberType(type)) return numberCode(type, (frame) => frame.numbers[index] ?? 0);
  if (type === 'long') return longCode((frame) => frame.longs[index] ?? 0n);
  if (type === 'boolean') return booleanCode((frame) => frame.numbers[index] === 1);
  return valueCode(type, (frame) => frame.values[index] ?? null);
};

/** Sets a local variable to a value that has its type; the value is also the result. */
export const writeVariable = ({ index }: Variable, value: Code): Code => {
  if (value.kind === 'number') {
    const { run } = value;
    return numberCode(value.type, (frame) => {
      const result = run(frame);
      frame.numbers[index] = result;
      return result;
    });
  }
  if (value.kind === 'long') {
    const { run } = value;
    return longCode((frame) => {
      const result = run(frame);
      frame.longs[index] = result;
      return result;
    });
  }
  if (value.kind === 'boolean') {
    const { run } = value;
    return booleanCode((frame) => {
      const result = run(frame);
      frame.numbers[index] = result ? 1 : 0;
      return result;
    });
  }
  if (value.kind === 'void') return value;
  const { run } = value;
  return valueCode(value.type, (frame) => {
    const result = run(frame);
    frame.values[index] = result;
    return result;
  });
};

/** Code that is run for what it does. */
export const effectOf = (code: Code): ((frame: Frame) => void) => code.run;

/** A value in a slot of its own, so that it is computed once and read twice. */
export const constantValue = (type: string, value: ScriptValue): Code => valueCode(type, () => value);
