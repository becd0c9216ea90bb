import { EsError } from '../error/es-error.ts';
import type { Expression, Program, Statement } from './ast.ts';
import { boxed, convert, valueCode } from './compile/code.ts';
import {
  type Compiler,
  type ContextFunction,
  createClassLookup,
  createFrame,
  type ReturningFrame,
  returned,
  type UserFunction,
} from './compile/compiler.ts';
import { compileExpression } from './compile/expressions.ts';
import { Scope } from './compile/scope.ts';
import { compileStatement, sequence, within, withResult } from './compile/statements.ts';
import { writeVariable } from './compile/variables.ts';
import { contextOf } from './contexts.ts';
import { libraryClasses } from './library/library.ts';
import { parseScript } from './parse-script.ts';
import { nameOf } from './runtime/equality.ts';
import { defaultBudget, Runtime, type ScriptBudget } from './runtime/runtime.ts';
import { Opaque, type ScriptValue } from './runtime/value.ts';
import {
  BudgetExceeded,
  CompileError,
  compileException,
  exceptionType,
  runtimeException,
  ScriptThrow,
} from './script-error.ts';

export interface ScriptOptions {
  /** The context of Elasticsearch: `score`, `filter`, `field`, `update`, `aggs`, `bucket_aggregation`, `number_sort`, `ingest` … */
  readonly context: string;
  /** The names of the variables that the script may use. */
  readonly variables: readonly string[];
  /** `painless` unless said otherwise; nothing else can be compiled. */
  readonly lang?: string;
}

export type ScriptBindings = Readonly<Record<string, ScriptValue>>;

export interface CompiledScript {
  readonly source: string;
  /** The given variables that the script uses: what is not among them needs no value. */
  readonly uses: ReadonlySet<string>;
  /**
   * Runs the script once. The result has the type of the context: a number (a Double) of scores and sorts, a boolean of
   * filters. Throws an EsError of type `script_exception`.
   */
  run(bindings: ScriptBindings, budget?: ScriptBudget): ScriptValue;
  /** Runs the script of a runtime field: the values that it passes to `emit`, two for a point. */
  emit(bindings: ScriptBindings, budget?: ScriptBudget): readonly (readonly ScriptValue[])[];
}

/** Compiles a script. Throws an EsError of type `script_exception` ("compile error") or, for another language, `illegal_argument_exception`. */
export const compileScript = (source: string, options: ScriptOptions): CompiledScript => {
  const lang = options.lang ?? 'painless';
  if (lang !== 'painless') {
    throw new EsError({
      type: 'illegal_argument_exception',
      status: 400,
      reason: `script_lang not supported [${lang}]`,
    });
  }
  try {
    return compileProgram(source, parseScript(source), options);
  } catch (error) {
    if (error instanceof CompileError) throw compileException(source, error);
    if (error instanceof RangeError) throw compileException(source, new CompileError(0, 'script is nested too deeply'));
    throw error;
  }
};

const maxCallDepth = 200;

const compileProgram = (source: string, program: Program, options: ScriptOptions): CompiledScript => {
  const context = contextOf(options.context);
  const classes = libraryClasses();
  const { classOf, checks } = createClassLookup(classes);
  const used = new Map<string, { readonly index: number; readonly type: string }>();
  const names = new Set(options.variables);
  const functions = new Map<string, UserFunction>();
  const contextFunctions: ReadonlyMap<string, ContextFunction> = context.functions;
  const compiler: Compiler = {
    classes,
    checks,
    functions,
    contextFunctions,
    classOf,
    binding: (name) => {
      if (!names.has(name)) return undefined;
      const known = used.get(name);
      if (known !== undefined) return known;
      const binding = { index: used.size, type: context.variableTypes[name] ?? 'def' };
      used.set(name, binding);
      return binding;
    },
    expression: (node, scope) => compileExpression(compiler, node, scope),
    statement: (node, scope) => compileStatement(compiler, node, scope),
    classNamed: (name, node) => {
      const found = classes.get(name);
      if (found === undefined) throw new CompileError(node.at, `Not a type [${name}].`);
      return found;
    },
  };

  for (const definition of program.functions) {
    const key = `${definition.name}/${definition.parameters.length}`;
    if (functions.has(key))
      throw new CompileError(definition.at, `Duplicate functions with name [${definition.name}].`);
    functions.set(key, {
      returns: definition.returns,
      parameters: definition.parameters.map((parameter) => parameter.type),
      call: () => null,
    });
  }
  for (const definition of program.functions) {
    const own = functions.get(`${definition.name}/${definition.parameters.length}`);
    if (own === undefined) continue;
    const scope = Scope.forFunction(definition.returns);
    const cell: { value: ScriptValue } = { value: null };
    const writes = definition.parameters.map((parameter) => {
      const variable = scope.declare(parameter.name, parameter.type, parameter.at);
      const given = valueCode('def', () => cell.value);
      return writeVariable(variable, convert(checks, given, parameter.type, parameter.at)).run;
    });
    const body = compiler.statement(withResult(definition.body), scope);
    own.call = (runtime, args) => {
      runtime.spend(1);
      runtime.depth += 1;
      if (runtime.depth > maxCallDepth)
        throw new BudgetExceeded(runtime.at, 'The functions of the script call each other too deeply.');
      const frame = createFrame(runtime, scope.counts);
      writes.forEach((write, index) => {
        cell.value = args[index] ?? null;
        write(frame);
      });
      body(frame);
      runtime.depth -= 1;
      return frame.result;
    };
  }

  const scope = Scope.forFunction(context.returns);
  const { body } = compileMain(compiler, program.statements, scope, context.returns);
  const order = [...used.keys()];
  const statements = statementOffsets(program);
  const variables = order.length;
  const fail = (error: unknown, runtime: Runtime): never => {
    if (error instanceof EsError) {
      if (error.details.type === 'script_exception') throw error;
      throw runtimeException(source, statements, runtime.at, error.details.type, error.details.reason);
    }
    if (error instanceof ScriptThrow) {
      const at = error.at >= 0 ? error.at : runtime.at;
      throw runtimeException(source, statements, at, exceptionType(error.className), error.explanation);
    }
    if (error instanceof BudgetExceeded)
      throw runtimeException(source, statements, error.at, 'painless_error', error.message);
    if (error instanceof CompileError) throw runtimeException(source, statements, error.at, error.type, error.message);
    if (error instanceof RangeError)
      throw runtimeException(source, statements, runtime.at, 'stack_overflow_error', null);
    throw error;
  };
  // One runtime and frame serve run after run; a run within a run, through a port of the caller, gets its own.
  let idle: ReturningFrame | undefined;
  const execute = (
    bindings: ScriptBindings,
    budget: ScriptBudget,
  ): { readonly frame: ReturningFrame; readonly result: ScriptValue } => {
    const frame = idle ?? createFrame(new Runtime(new Array<ScriptValue>(variables).fill(null)), scope.counts);
    idle = undefined;
    const { runtime } = frame;
    runtime.reset(budget);
    for (let index = 0; index < variables; index += 1) runtime.bindings[index] = bindings[order[index] ?? ''] ?? null;
    try {
      return { frame, result: body(frame) };
    } catch (error) {
      return fail(error, runtime);
    } finally {
      idle = frame;
    }
  };
  return {
    source,
    uses: new Set(order),
    run: (bindings, budget = defaultBudget) => execute(bindings, budget).result,
    emit: (bindings, budget = defaultBudget) => [...execute(bindings, budget).frame.runtime.emitted],
  };
};

/** The script itself: its last expression is its result unless the context wants none. */
const compileMain = (
  compiler: Compiler,
  statements: readonly Statement[],
  scope: Scope,
  returns: string,
): { readonly body: (frame: ReturningFrame) => ScriptValue } => {
  const last = statements[statements.length - 1];
  const result = last?.kind === 'expression' && returns !== 'void' ? last.value : undefined;
  const all = statements.map((statement, index) =>
    index === statements.length - 1 ? withResult(statement) : statement,
  );
  const before = (result === undefined ? all : statements.slice(0, -1)).map(within(compiler, scope));
  if (statements.length === 0) throw new CompileError(0, 'unexpected end of script.');
  const nothing = defaults[returns] ?? null;
  const run = sequence(before);
  if (result === undefined) {
    return { body: (frame) => (run(frame) === returned ? frame.result : nothing) };
  }
  const value = resultOf(compiler, result, scope, returns);
  if (before.length === 0) return { body: value };
  return { body: (frame) => (run(frame) === returned ? frame.result : value(frame)) };
};

const resultOf = (
  compiler: Compiler,
  node: Expression,
  scope: Scope,
  returns: string,
): ((frame: ReturningFrame) => ScriptValue) => {
  const code = compiler.expression(node, scope);
  if (code.kind === 'void') return boxed(code);
  return boxed(convert(compiler.checks, code, returns, node.at));
};

const defaults: Readonly<Record<string, ScriptValue>> = { double: 0, boolean: false };

/** The offsets of all statements, ascending: a failing script is shown from one to the next. */
const statementOffsets = (program: Program): readonly number[] => {
  const offsets = new Set<number>();
  const visit = (statement: Statement | undefined): void => {
    if (statement === undefined) return;
    if (statement.kind === 'declare') for (const name of statement.names) offsets.add(name.at);
    else if (statement.kind !== 'block') offsets.add(statement.at);
    switch (statement.kind) {
      case 'block':
        statement.statements.forEach(visit);
        break;
      case 'if':
        visit(statement.yes);
        visit(statement.no);
        break;
      case 'while':
      case 'do':
      case 'each':
        visit(statement.body);
        break;
      case 'for':
        visit(statement.init);
        visit(statement.body);
        break;
      case 'try':
        visit(statement.body);
        for (const clause of statement.catches) visit(clause.body);
        break;
      default:
    }
  };
  program.statements.forEach(visit);
  for (const definition of program.functions) visit(definition.body);
  return [...offsets].sort((a, b) => a - b);
};

/** The type of a value for messages of callers. */
export const scriptTypeName = (value: ScriptValue): string =>
  value instanceof Opaque ? value.className : nameOf(value);
