import { EsError } from '../error/es-error.ts';

/** Something is wrong with the script as it is written. */
export class CompileError extends Error {
  readonly at: number;
  readonly type: string;

  constructor(at: number, message: string, type = 'illegal_argument_exception') {
    super(message);
    this.at = at;
    this.type = type;
  }
}

/** A Java exception on its way through a script; `at` is filled in where it is first known. */
export class ScriptThrow extends Error {
  /** Short class name, such as `ArithmeticException`. */
  readonly className: string;
  readonly explanation: string | null;
  at: number;

  constructor(className: string, explanation: string | null, at = -1) {
    super(explanation ?? className);
    this.className = className;
    this.explanation = explanation;
    this.at = at;
  }
}

export const throwJava = (className: string, message: string | null): never => {
  throw new ScriptThrow(className, message);
};

/** Not an exception that a script could catch: it has used up what it may. */
export class BudgetExceeded extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const context = 25;

/** The error of a script that cannot be compiled, with 25 characters of the script at both sides of the place. */
export const compileException = (source: string, error: CompileError): EsError => {
  const offset = Math.min(error.at, source.length);
  const start = Math.max(0, offset - context);
  const end = Math.min(source.length, offset + context);
  const before = start > 0 ? '... ' : '';
  const after = end < source.length ? ' ...' : '';
  return scriptException('compile error', source, { offset, start, end }, error.type, error.message, [
    `${before}${source.slice(start, end)}${after}`,
    `${' '.repeat(before.length + offset - start)}^---- HERE`,
  ]);
};

/** The error of a running script; the place is shown within its statement. `statements` are their offsets, ascending. */
export const runtimeException = (
  source: string,
  statements: readonly number[],
  at: number,
  type: string,
  reason: string | null,
): EsError => {
  const offset = Math.max(0, Math.min(at, source.length));
  const start = statements.findLast((statement) => statement <= offset) ?? 0;
  const end = statements.find((statement) => statement > start && statement > offset) ?? source.length;
  return scriptException('runtime error', source, { offset, start, end }, type, reason, [
    source.slice(start, end),
    `${' '.repeat(offset - start)}^---- HERE`,
  ]);
};

const scriptException = (
  reason: string,
  source: string,
  position: { readonly offset: number; readonly start: number; readonly end: number },
  causeType: string,
  causeReason: string | null,
  stack: readonly string[],
): EsError =>
  new EsError({
    type: 'script_exception',
    status: 400,
    reason,
    metadata: { script_stack: stack, script: source, lang: 'painless', position: { ...position } },
    // An exception without a message has `null` for its reason; the type of details knows text only.
    causedBy: { type: causeType, status: 400, reason: causeReason ?? 'null' },
  });

/** `ArithmeticException` as Elasticsearch names it: `arithmetic_exception`. */
export const exceptionType = (className: string): string =>
  className.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
