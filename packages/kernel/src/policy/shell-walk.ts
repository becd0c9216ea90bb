import {
  type AndOr,
  type CompoundList,
  forEachChild,
  type If,
  type ParsedScript,
  type Pipeline,
  parse,
  type SyntaxNode,
} from 'unbash';
import { noteVariable } from './shell-builtins.ts';
import { addCommand, type Directory } from './shell-findings.ts';
import { addRedirects, addSimpleCommand, type Ends, type ScriptContext, stay, type WalkText } from './shell-simple.ts';
import { isMisread } from './shell-words.ts';

/** Scripts inside scripts deeper than this are opaque. */
const maxDepth = 16;

const merge = (...directories: readonly Directory[]): Directory => {
  const [first = null] = directories;
  return directories.every((directory) => directory === first) ? first : null;
};
const either = (...ends: readonly Ends[]): Ends => stay(merge(...ends.flatMap((end) => [end.success, end.failure])));
const after = (ends: Ends): Directory => merge(ends.success, ends.failure);

const movesDirectory = /\b(cd|pushd|popd|eval|source)\b|(^|[\s;&|({])\.\s/;
/** Where a part runs that may run again or at another time: known only where nothing in it can move. */
const steady = (node: { pos: number; end: number }, context: ScriptContext, directory: Directory): Directory =>
  movesDirectory.test(context.source.slice(node.pos, node.end)) ? null : directory;

function addOpaque(context: ScriptContext, node: { pos: number; end: number }): void {
  const text = context.source.slice(node.pos, node.end);
  addCommand(context.findings, { text, name: null, args: [], opaque: true, wrappers: [...context.wrappers] });
}

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
};

/** The scripts of substitutions anywhere below a node, but not below a script inside it. */
function walkSubstitutions(node: SyntaxNode, context: ScriptContext, directory: Directory): void {
  // Not by recursion: `1+1+1…` is as deep as it is long.
  const open: SyntaxNode[] = [];
  const enter = (parent: SyntaxNode): void => {
    for (const child of childrenOf(parent).toReversed()) open.push(child);
  };
  noteEvaluation(node, context);
  enter(node);
  for (let child = open.pop(); child; child = open.pop()) {
    if (child.type === 'Script') {
      walkParsed(child, context, directory);
      continue;
    }
    switch (child.type) {
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        if (!child.script) addOpaque(context, child);
        break;
      default:
    }
    noteEvaluation(child, context);
    enter(child);
  }
}

/** Notes what assigns a variable or evaluates arithmetic inside a word. */
function noteEvaluation(node: SyntaxNode, context: ScriptContext): void {
  const { findings } = context;
  switch (node.type) {
    case 'Word':
      if (isMisread(node, context.source))
        findings.failure ??= `The word at character ${node.pos + 1} cannot be told for certain`;
      return;
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      findings.evaluatesArithmetic = true;
      if (!node.expression && /[$`]/.test(context.source.slice(node.pos, node.end).slice(2))) addOpaque(context, node);
      return;
    case 'ParameterExpansion':
      if (node.index || node.prefix || node.operation?.type === 'Slice') findings.evaluatesArithmetic = true;
      if (node.operation?.type === 'Default' && node.operation.operator.endsWith('=')) {
        noteVariable(findings, node.parameter);
      }
      // `${x@P}` expands the value of x as a prompt, which runs the substitutions in it.
      if (node.operation?.type === 'Transform' || node.operation?.type === 'Unknown') findings.meaningChanges = true;
      return;
    case 'TestBinary':
    case 'TestUnary':
      if (/^-(eq|ne|lt|le|gt|ge|v|R|t)$/.test(node.operator)) findings.evaluatesArithmetic = true;
      return;
    default:
  }
}

function walkList(list: Pick<CompoundList, 'commands'>, context: ScriptContext, start: Directory): Ends {
  let directory = start;
  let ends = stay(start);
  for (const statement of list.commands) {
    ends = walkNode(statement.command, context, directory);
    if (statement.background) ends = stay(directory);
    directory = after(ends);
  }
  return ends;
}

function walkAndOr(node: AndOr, context: ScriptContext, directory: Directory): Ends {
  let ends = stay(directory);
  node.commands.forEach((command, index) => {
    const operator = node.operators[index - 1];
    if (operator === undefined) ends = walkNode(command, context, directory);
    else if (operator === '&&') {
      const next = walkNode(command, context, ends.success);
      ends = { success: next.success, failure: merge(ends.failure, next.failure) };
    } else {
      const next = walkNode(command, context, ends.failure);
      ends = { success: merge(ends.success, next.success), failure: next.failure };
    }
  });
  return ends;
}

function walkPipeline(node: Pipeline, context: ScriptContext, directory: Directory): Ends {
  const [only, second] = node.commands;
  if (only && !second) {
    const ends = walkNode(only, context, directory);
    const isNegated = node.prefixes.filter((prefix) => prefix.type === 'Negation').length % 2 === 1;
    return isNegated ? { success: ends.failure, failure: ends.success } : ends;
  }
  // Each command of a pipeline runs in a shell of its own.
  for (const command of node.commands) walkNode(command, context, directory);
  return stay(directory);
}

function walkIf(node: If, context: ScriptContext, directory: Directory): Ends {
  const ends: Ends[] = [];
  let test = walkList(node.clause, context, directory);
  ends.push(walkList(node.then, context, test.success));
  for (const branch of node.elif) {
    const next = walkList(branch.clause, context, test.failure);
    ends.push(walkList(branch.then, context, next.success));
    test = next;
  }
  ends.push(node.else ? walkList(node.else, context, test.failure) : test);
  return either(...ends);
}

/** Forms of bash that another shell reads as commands. */
const isBashOnly = (node: SyntaxNode, { source }: ScriptContext): boolean =>
  /^(TestCommand|ArithmeticCommand|ArithmeticFor|Select|Coproc)$/.test(node.type) ||
  (node.type === 'Function' && source.startsWith('function', node.pos));

function walkNode(node: SyntaxNode, context: ScriptContext, directory: Directory): Ends {
  if (context.isPosix && isBashOnly(node, context)) addOpaque(context, node);
  switch (node.type) {
    case 'Command': {
      const ends = addSimpleCommand(node, context, { directory, walk: walkText });
      walkSubstitutions(node, context, directory);
      // `${ cd x; }` runs in this shell.
      const mayMove = /\$\{[\s|]/.test(context.source.slice(node.pos, node.end)) && steady(node, context, '') === null;
      return mayMove ? stay(null) : ends;
    }
    case 'AndOr':
      return walkAndOr(node, context, directory);
    case 'Pipeline':
      return walkPipeline(node, context, directory);
    case 'BraceGroup':
      return walkList(node.body, context, directory);
    case 'CompoundList':
      return walkList(node, context, directory);
    case 'Subshell':
      walkList(node.body, context, directory);
      return stay(directory);
    case 'Coproc':
      if (node.name) noteVariable(context.findings, node.name.value);
      walkNode(node.body, context, directory);
      return stay(directory);
    case 'If':
      return walkIf(node, context, directory);
    case 'Redirected': {
      if (!addRedirects(node.redirects, context, directory)) addOpaque(context, node);
      for (const redirect of node.redirects) walkSubstitutions(redirect, context, directory);
      return walkNode(node.command, context, directory);
    }
    case 'Function':
      context.findings.redefined.add(node.name.value);
      walkNode(node.body, context, movesDirectory.test(context.source) ? null : directory);
      return stay(directory);
    case 'While': {
      const inside = steady(node, context, directory);
      walkList(node.clause, context, inside);
      walkList(node.body, context, inside);
      return stay(inside);
    }
    case 'For':
    case 'Select':
    case 'ArithmeticFor': {
      const inside = steady(node, context, directory);
      if (node.type === 'ArithmeticFor') context.findings.evaluatesArithmetic = true;
      else noteVariable(context.findings, node.name.value);
      forEachChild(node, (child) => {
        if (child.type === 'CompoundList') walkList(child, context, inside);
        else walkSubstitutions(child, context, inside);
      });
      return stay(inside);
    }
    case 'Case': {
      walkSubstitutions(node.word, context, directory);
      const ends = node.items.map((item) => {
        for (const pattern of item.pattern) walkSubstitutions(pattern, context, directory);
        return walkList(
          item.body,
          context,
          item.terminator === ';;' || !item.terminator ? directory : steady(node, context, directory),
        );
      });
      return either(stay(directory), ...ends);
    }
    default:
      walkSubstitutions(node, context, directory);
      return stay(directory);
  }
}

/** Walks a parsed script with the scripts inside it; its errors make the whole command line unreadable. */
export function walkParsed(script: ParsedScript, context: ScriptContext, directory: Directory): Ends {
  const { findings } = context;
  const [error] = script.errors ?? [];
  if (error) findings.failure ??= `${error.message} at character ${error.pos + 1}`;
  if (findings.failure !== undefined) return stay(null);
  const inner = script.source === undefined ? context : { ...context, source: script.source };
  return walkList(script, inner, directory);
}

/** A backslash at the very end stands for itself or for nothing, depending on who reads the text. */
export const endsOpen = (text: string): boolean => (/\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1;

const walkText: WalkText = (text, around, directory) => {
  const script = around.depth > maxDepth || endsOpen(text) ? undefined : parse(text);
  if (!script || script.errors) {
    addCommand(around.findings, { text, name: null, args: [], opaque: true, wrappers: [...around.wrappers] });
    return stay(null);
  }
  return walkParsed(script, { ...around, source: text }, directory);
};
