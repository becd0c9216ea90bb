import { doubleToInt, doubleToLong } from '../runtime/arithmetic.ts';
import { box, castNumber, implicit } from '../runtime/convert.ts';
import type { SignatureType } from '../runtime/java-class.ts';
import type { Frame } from '../runtime/runtime.ts';
import { integer, type ScriptValue, Small } from '../runtime/value.ts';
import { CompileError } from '../script-error.ts';

export type NumberType = 'int' | 'short' | 'byte' | 'char' | 'float' | 'double';

/** A compiled expression: what kind of value it gives, and a closure that gives it without a box where there is none. */
export type Code =
  | {
      readonly kind: 'number';
      readonly type: NumberType;
      readonly run: (frame: Frame) => number /** Of a literal. */;
      readonly constant?: number;
    }
  | { readonly kind: 'long'; readonly type: 'long'; readonly run: (frame: Frame) => bigint }
  | { readonly kind: 'boolean'; readonly type: 'boolean'; readonly run: (frame: Frame) => boolean }
  | { readonly kind: 'value'; readonly type: string; readonly run: (frame: Frame) => ScriptValue }
  | { readonly kind: 'void'; readonly type: 'void'; readonly run: (frame: Frame) => void };

export type ValueCode = Extract<Code, { kind: 'value' }>;

const numberTypes: ReadonlySet<string> = new Set(['int', 'short', 'byte', 'char', 'float', 'double']);

export const isNumberType = (type: string): type is NumberType => numberTypes.has(type);
export const isPrimitive = (type: string): boolean =>
  isNumberType(type) || type === 'long' || type === 'boolean' || type === 'void';

export const numberCode = (type: NumberType, run: (frame: Frame) => number): Extract<Code, { kind: 'number' }> => ({
  kind: 'number',
  type,
  run,
});
export const longCode = (run: (frame: Frame) => bigint): Code => ({ kind: 'long', type: 'long', run });
export const booleanCode = (run: (frame: Frame) => boolean): Code => ({ kind: 'boolean', type: 'boolean', run });
export const valueCode = (type: string, run: (frame: Frame) => ScriptValue): ValueCode => ({
  kind: 'value',
  type,
  run,
});

const smallKinds = { short: 'Short', byte: 'Byte', char: 'Character', float: 'Float' } as const;

/** The same value in its boxed form. */
export const boxed = (code: Code): ((frame: Frame) => ScriptValue) => {
  switch (code.kind) {
    case 'number': {
      const { run, type } = code;
      if (type === 'double') return run;
      if (type === 'int') return (frame) => integer(run(frame));
      const kind = smallKinds[type];
      return (frame) => new Small(kind, run(frame));
    }
    case 'void': {
      const { run } = code;
      return (frame) => {
        run(frame);
        return null;
      };
    }
    default:
      return code.run;
  }
};

/** The full names of the types that messages of Painless spell out. */
export const typeText = (type: string): string => {
  if (isPrimitive(type) || type === 'def') return type;
  if (
    /^(String|Object|Number|Integer|Long|Double|Float|Short|Byte|Character|Boolean|Math|StringBuilder|CharSequence|Comparable|Iterable)$/.test(
      type,
    )
  )
    return `java.lang.${type}`;
  if (/(List|Map|Set|Collection|Iterator|Optional|Comparator|Objects|Arrays|Collections)$/.test(type))
    return `java.util.${type}`;
  return type;
};

const cannotCast = (at: number, from: string, to: string): never => {
  throw new CompileError(at, `Cannot cast from [${typeText(from)}] to [${typeText(to)}].`, 'class_cast_exception');
};

const rank: Readonly<Record<string, number>> = { byte: 0, short: 1, char: 1, int: 2, long: 3, float: 4, double: 5 };

const boxNames: Readonly<Record<string, string>> = {
  int: 'Integer',
  short: 'Short',
  byte: 'Byte',
  char: 'Character',
  float: 'Float',
  double: 'Double',
  long: 'Long',
  boolean: 'Boolean',
};

export const boxName = (type: string): string => boxNames[type] ?? type;

const primitiveOf: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(boxNames).map(([type, name]) => [name, type]),
);

/** A numeric type in raw form from another one. */
const convertNumber = (code: Code, type: NumberType | 'long'): Code | undefined => {
  if (code.kind === 'long') {
    const { run } = code;
    if (type === 'long') return code;
    if (type === 'double') return numberCode(type, (frame) => Number(run(frame)));
    if (type === 'float') return numberCode(type, (frame) => Math.fround(Number(run(frame))));
    return narrowed(
      numberCode('int', (frame) => Number(BigInt.asIntN(32, run(frame)))),
      type,
    );
  }
  if (code.kind !== 'number') return undefined;
  const { run } = code;
  const isFloating = code.type === 'float' || code.type === 'double';
  if (type === 'long')
    return longCode(isFloating ? (frame) => doubleToLong(run(frame)) : (frame) => BigInt(run(frame)));
  if (type === 'double') return numberCode(type, run);
  if (type === 'float') return numberCode(type, (frame) => Math.fround(run(frame)));
  return narrowed(isFloating ? numberCode('int', (frame) => doubleToInt(run(frame))) : code, type);
};

type NumberCode = Extract<Code, { kind: 'number' }>;

const narrowed = (code: NumberCode, type: NumberType): Code => {
  const { run } = code;
  if (type === code.type) return code;
  if (type === 'short') return numberCode(type, (frame) => (run(frame) << 16) >> 16);
  if (type === 'byte') return numberCode(type, (frame) => (run(frame) << 24) >> 24);
  if (type === 'char') return numberCode(type, (frame) => run(frame) & 0xffff);
  return numberCode(type, run);
};

export interface TypeChecks {
  /** Whether a value may be held by a variable of the class. */
  isInstance(value: ScriptValue, type: string): boolean;
  /** Whether one class can stand for the other at all; unknown pairs may. */
  mayBe(from: string, to: string): boolean;
  /** Throws ClassCastException. */
  refuse(value: ScriptValue, type: string): never;
}

/** The code as a value of `type`, or a compile error. An explicit cast may lose digits. */
export const convert = (checks: TypeChecks, code: Code, type: string, at: number, isExplicit = false): Code => {
  if (code.type === type) return code;
  if (code.kind === 'void') return cannotCast(at, 'void', type);
  if (type === 'void') return code;
  if (type === 'def') return valueCode(type, boxed(code));
  if (type === 'boolean') {
    if (code.kind === 'value' && (code.type === 'def' || code.type === 'Boolean' || code.type === 'Object')) {
      const { run } = code;
      return booleanCode((frame) => {
        const value = run(frame);
        if (typeof value === 'boolean') return value;
        frame.runtime.at = at;
        return implicit.boolean(value);
      });
    }
    return cannotCast(at, code.type, type);
  }
  if (isNumberType(type) || type === 'long') return toNumber(code, type, at, isExplicit);
  return toClass(checks, code, type, at, isExplicit);
};

/** A literal may be given to a smaller type that holds it. */
const fits = (code: Code, type: string): boolean => {
  if (code.kind !== 'number' || code.constant === undefined) return false;
  const [low, high] =
    type === 'byte' ? [-128, 127] : type === 'short' ? [-32768, 32767] : type === 'char' ? [0, 65535] : [1, 0];
  return code.constant >= low && code.constant <= high;
};

const toNumber = (code: Code, type: NumberType | 'long', at: number, isExplicit: boolean): Code => {
  if (code.kind === 'number' || code.kind === 'long') {
    const isWidening = (rank[code.type] ?? 9) < (rank[type] ?? -1) && type !== 'char';
    if (!isWidening && !isExplicit && !fits(code, type)) return cannotCast(at, code.type, type);
    return convertNumber(code, type) ?? cannotCast(at, code.type, type);
  }
  const isText = code.type === 'String' && type === 'char' && isExplicit;
  const inner = primitiveOf[code.type];
  const isWide = inner !== undefined && inner !== 'boolean' && (isExplicit || (rank[inner] ?? 9) <= (rank[type] ?? -1));
  if (
    code.kind !== 'value' ||
    !(code.type === 'def' || isWide || isText || ((code.type === 'Object' || code.type === 'Number') && isExplicit))
  ) {
    return cannotCast(at, code.type, type);
  }
  const { run } = code;
  if (type === 'long') {
    return longCode((frame) => {
      const value = run(frame);
      frame.runtime.at = at;
      return implicit.long(isExplicit ? castNumber(value, type) : value);
    });
  }
  const read = implicit[type];
  return numberCode(type, (frame) => {
    const value = run(frame);
    if (type === 'double' && typeof value === 'number') return value;
    frame.runtime.at = at;
    return read(isExplicit ? castNumber(value, type) : value);
  });
};

const toClass = (checks: TypeChecks, code: Code, type: string, at: number, isExplicit: boolean): Code => {
  if (code.kind !== 'value') {
    // Painless boxes a primitive only where a value of any type may stand.
    return cannotCast(at, code.type, type);
  }
  if (!checks.mayBe(code.type, type)) return cannotCast(at, code.type, type);
  const { run } = code;
  const needsCheck = !checks.mayBe(type, type) || code.type !== type;
  if (!needsCheck) return valueCode(type, run);
  const primitive = primitiveOf[type];
  return valueCode(type, (frame) => {
    const value = run(frame);
    if (value === null || checks.isInstance(value, type)) return value;
    frame.runtime.at = at;
    if (primitive !== undefined && primitive !== 'boolean' && code.type === 'def' && isExplicit)
      return castNumber(value, primitive);
    return checks.refuse(value, type);
  });
};

/** The argument of a member in the raw form of its signature. */
export const rawArgument = (
  checks: TypeChecks,
  code: Code,
  type: SignatureType,
  at: number,
): ((frame: Frame) => unknown) => {
  if (type === 'def' || type === 'Object') return boxed(code);
  if (code.kind === 'value') {
    // Classes of parameters are interfaces of Java (List stands for every Collection): checked when they arrive.
    const { run } = code;
    const read: (value: ScriptValue) => unknown = implicit[type];
    return (frame) => read(run(frame));
  }
  return convert(checks, code, type, at).run;
};

/** A result in raw form as code of its type. */
export const resultCode = (returns: SignatureType, run: (frame: Frame) => unknown): Code => {
  switch (returns) {
    case 'int':
    case 'short':
    case 'byte':
    case 'char':
    case 'float':
    case 'double':
      return numberCode(returns, (frame) => Number(run(frame)));
    case 'long':
      return longCode((frame) => {
        const value = run(frame);
        return typeof value === 'bigint' ? value : 0n;
      });
    case 'boolean':
      return booleanCode((frame) => run(frame) === true);
    case 'void':
      return { kind: 'void', type: 'void', run: (frame) => void run(frame) };
    default:
      return valueCode(returns === 'Object' ? 'def' : returns === 'Function' ? 'def' : returns, (frame) =>
        box(returns, run(frame)),
      );
  }
};

/** The type that arithmetic between two raw numbers has. */
export const promoted = (a: Code, b: Code): 'int' | 'long' | 'float' | 'double' | undefined => {
  if ((a.kind !== 'number' && a.kind !== 'long') || (b.kind !== 'number' && b.kind !== 'long')) return undefined;
  if (a.type === 'double' || b.type === 'double') return 'double';
  if (a.type === 'float' || b.type === 'float') return 'float';
  return a.type === 'long' || b.type === 'long' ? 'long' : 'int';
};

/** Two raw numbers in one type. */
export const widened = (code: Code, type: 'int' | 'long' | 'float' | 'double'): Code => {
  if (code.type === type) return code;
  return convertNumber(code, type) ?? code;
};
