import type { SyntaxNode } from '@lezer/common';
import type { Block, Expression, FunctionDefinition, Parameter, Program, Statement, Target } from './ast.ts';
import { parser } from './grammar/painless-parser.ts';
import { typeNamed } from './grammar/type-names.ts';
import { CompileError } from './script-error.ts';

const strict = parser.configure({ strict: true });
const maxDepth = 250;
const maxLength = 65_535;

/** The tree of a script. Throws `CompileError` at the first character that cannot stand where it is. */
export const parseScript = (source: string): Program => {
  if (source.length > maxLength) {
    throw new CompileError(
      0,
      `exceeded max allowed inline script size in bytes [${maxLength}] with size [${source.length}]`,
    );
  }
  const top = parseTree(source);
  const functions: FunctionDefinition[] = [];
  const statements: Statement[] = [];
  const reader = createReader(source);
  for (const node of children(top)) {
    if (node.name === 'FunctionDefinition') functions.push(reader.functionDefinition(node));
    else statements.push(reader.statement(node));
  }
  return { functions, statements };
};

const parseTree = (source: string): SyntaxNode => {
  try {
    return strict.parse(source).topNode;
  } catch (error) {
    const at = error instanceof SyntaxError ? /^No parse at (\d+)/.exec(error.message)?.[1] : undefined;
    if (at === undefined) throw error;
    throw syntaxError(source, Number(at));
  }
};

const syntaxError = (source: string, position: number): CompileError => {
  const space = /^\s*/.exec(source.slice(position))?.[0].length ?? 0;
  const at = position + space;
  const rest = source.slice(at);
  if (rest === '') return new CompileError(Math.max(0, source.trimEnd().length), 'unexpected end of script.');
  const token = /^(?:[A-Za-z_$][\w$]*|\d[\w.]*|[=!<>?:&|+*/%^~-]{1,3}|\S)/.exec(rest)?.[0] ?? rest.charAt(0);
  if (/^['"]/.test(token)) return new CompileError(at, `unexpected character [${rest.slice(0, 20)}].`);
  return new CompileError(at, `unexpected token ['${token}'] was expecting one of [<statement>, <expression>, ';'].`);
};

const children = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    // Punctuation has its own text for a name.
    if (/^[A-Z]/.test(child.name) && !child.name.endsWith('Comment')) found.push(child);
  }
  return found;
};

interface Reader {
  statement(node: SyntaxNode): Statement;
  functionDefinition(node: SyntaxNode): FunctionDefinition;
}

const createReader = (source: string): Reader => {
  let depth = 0;
  const text = (node: SyntaxNode | undefined): string => (node === undefined ? '' : source.slice(node.from, node.to));
  const child = (node: SyntaxNode, name: string): SyntaxNode | undefined => node.getChild(name) ?? undefined;
  const required = (node: SyntaxNode | undefined, parent: SyntaxNode): SyntaxNode => {
    if (node === undefined)
      throw new CompileError(parent.from, `invalid sequence of tokens near ['${text(parent).slice(0, 40)}'].`);
    return node;
  };

  const type = (node: SyntaxNode | undefined): string => {
    if (node === undefined) return 'def';
    const written = text(node).replace(/\s+/g, '');
    const base = written.replace(/(\[\])+$/, '');
    return `${typeNamed(base) ?? base}${written.slice(base.length)}`;
  };
  const parameter = (node: SyntaxNode): Parameter => ({
    type: type(child(node, 'Type')),
    name: text(child(node, 'Identifier')),
    at: node.from,
  });
  const args = (node: SyntaxNode): Expression[] => {
    const list = child(node, 'Arguments');
    return list === undefined ? [] : children(list).map(expression);
  };
  const nested = <T>(node: SyntaxNode, read: () => T): T => {
    depth += 1;
    if (depth > maxDepth) throw new CompileError(node.from, `script is nested too deeply: at most ${maxDepth} levels`);
    const result = read();
    depth -= 1;
    return result;
  };

  const target = (node: SyntaxNode): Target =>
    node.name === 'StaticName' ? { kind: 'type', type: type(node), at: node.from } : expression(node);

  const expression = (node: SyntaxNode): Expression => nested(node, () => readExpression(node));

  const readExpression = (node: SyntaxNode): Expression => {
    const at = node.from;
    const parts = children(node);
    const first = parts[0];
    const last = parts[parts.length - 1];
    const sub = (index: number): Expression => expression(required(parts[index], node));
    switch (node.name) {
      case 'NumberLiteral':
        return { kind: 'number', text: text(node), at };
      case 'StringLiteral':
        return { kind: 'string', text: unquote(text(node), at), at };
      case 'Regex': {
        const end = text(node).lastIndexOf('/');
        return { kind: 'regex', pattern: text(node).slice(1, end), flags: text(node).slice(end + 1), at };
      }
      case 'True':
      case 'False':
        return { kind: 'constant', value: node.name === 'True', at };
      case 'Null':
        return { kind: 'constant', value: null, at };
      case 'Name':
        return { kind: 'name', name: text(node), at };
      case 'Parenthesized':
        return sub(0);
      case 'ListLiteral':
        return { kind: 'list', items: parts.map(expression), at };
      case 'MapLiteral':
        return {
          kind: 'map',
          entries: parts.map((entry) => {
            const [key, value] = children(entry);
            return [expression(required(key, entry)), expression(required(value, entry))] as const;
          }),
          at,
        };
      case 'FunctionCall':
        return { kind: 'call', name: text(child(node, 'Identifier')), args: args(node), at };
      case 'MethodCall':
      case 'FieldAccess': {
        const dot = required(child(node, 'Dot'), node);
        const name = text(child(node, 'Member') ?? child(node, 'Index'));
        const isSafe = text(dot) === '?.';
        const owner = target(required(first, node));
        if (node.name === 'FieldAccess') return { kind: 'field', target: owner, isSafe, name, at: dot.from };
        return { kind: 'method', target: owner, isSafe, name, args: args(node), at: dot.from };
      }
      case 'IndexAccess': {
        const bracket = source.indexOf('[', required(first, node).to);
        return { kind: 'index', target: sub(0), index: sub(1), at: bracket };
      }
      case 'NewObject':
        return { kind: 'new', type: type(child(node, 'TypeName')), args: args(node), at };
      case 'NewArray': {
        const sizes = parts.slice(1).map((size) => expression(required(children(size)[0], size)));
        return { kind: 'newArray', type: type(first), sizes, at };
      }
      case 'FilledArray': {
        const dimensions = parts.filter((part) => part.name === 'Dimension').length;
        const items = parts.slice(1 + dimensions).map(expression);
        return { kind: 'filledArray', type: type(first) + '[]'.repeat(dimensions - 1), items, at };
      }
      case 'MethodReference': {
        const owner = required(first, node);
        const isType = owner.name === 'Type';
        return {
          kind: 'reference',
          owner: isType ? type(owner) : text(owner),
          isType,
          name: last?.name === 'New' ? 'new' : text(last),
          at,
        };
      }
      case 'Lambda': {
        const body = required(last, node);
        const parameters = parts
          .slice(0, -1)
          .filter((part) => part.name !== 'LambdaOpen')
          .map((part) =>
            part.name === 'Identifier' ? { type: 'def', name: text(part), at: part.from } : parameter(part),
          );
        return { kind: 'lambda', parameters, body: body.name === 'Block' ? block(body) : expression(body), at };
      }
      case 'PostfixUpdate':
      case 'PrefixUpdate': {
        const isPrefix = node.name === 'PrefixUpdate';
        const operator = text(child(node, 'UpdateOp')) === '++' ? '+' : '-';
        return { kind: 'update', target: sub(isPrefix ? 1 : 0), operator, isPrefix, at };
      }
      case 'Unary': {
        const operand = sub(1);
        const operator = text(first);
        // The least integer has no positive counterpart: the sign belongs to the number.
        if (operator === '-' && operand.kind === 'number' && parts[1]?.name === 'NumberLiteral') {
          return { kind: 'number', text: `-${operand.text}`, at };
        }
        return { kind: 'unary', operator, operand, at };
      }
      case 'Cast':
        return { kind: 'cast', type: type(first), operand: sub(1), at };
      case 'Binary': {
        const operator = required(child(node, 'BinaryOp'), node);
        return { kind: 'binary', operator: text(operator), left: sub(0), right: sub(2), at };
      }
      case 'InstanceOf':
        return { kind: 'instanceof', operand: sub(0), type: type(last), at };
      case 'Conditional':
        return { kind: 'conditional', test: sub(0), yes: sub(1), no: sub(2), at };
      case 'Elvis':
        return { kind: 'elvis', left: sub(0), right: sub(1), at };
      case 'Assignment':
        return {
          kind: 'assignment',
          target: sub(0),
          operator: text(first?.nextSibling ?? undefined),
          value: sub(2),
          at,
        };
      default:
        throw new CompileError(at, `unexpected [${node.name}]`);
    }
  };

  const block = (node: SyntaxNode): Block => ({
    kind: 'block',
    statements: children(node).map(statement),
    at: node.from,
  });
  const statement = (node: SyntaxNode): Statement => nested(node, () => readStatement(node));
  const emptyBlock = (at: number): Block => ({ kind: 'block', statements: [], at });
  const body = (node: SyntaxNode): Statement => (node.name === 'Empty' ? emptyBlock(node.from) : statement(node));
  const declaration = (node: SyntaxNode): Statement => ({
    kind: 'declare',
    type: type(child(node, 'Type')),
    names: node.getChildren('Declarator').map((declarator) => {
      const [name, value] = children(declarator);
      return { name: text(name), value: value === undefined ? undefined : expression(value), at: declarator.from };
    }),
    at: node.from,
  });

  const readStatement = (node: SyntaxNode): Statement => {
    const at = node.from;
    const parts = children(node);
    const first = parts[0];
    const last = required(parts[parts.length - 1] ?? node, node);
    const sub = (index: number): Expression => expression(required(parts[index], node));
    switch (node.name) {
      case 'Block':
        return block(node);
      case 'IfStatement': {
        const otherwise = child(node, 'Else');
        const no = otherwise === undefined ? undefined : children(otherwise)[0];
        return {
          kind: 'if',
          test: sub(0),
          yes: statement(required(parts[1], node)),
          no: no === undefined ? undefined : statement(no),
          at,
        };
      }
      case 'WhileStatement':
        return { kind: 'while', test: sub(0), body: body(last), at };
      case 'DoStatement':
        return { kind: 'do', body: statement(required(first, node)), test: sub(1), at };
      case 'ForStatement': {
        const inside = (name: string): SyntaxNode | undefined => {
          const holder = child(node, name);
          return holder === undefined ? undefined : children(holder)[0];
        };
        const [init, test, update] = [inside('ForInit'), inside('ForCondition'), inside('ForUpdate')];
        return {
          kind: 'for',
          init:
            init === undefined
              ? undefined
              : init.name === 'Declaration'
                ? declaration(init)
                : { kind: 'expression', value: expression(init), at: init.from },
          test: test === undefined ? undefined : expression(test),
          update: update === undefined ? undefined : expression(update),
          body: body(last),
          at,
        };
      }
      case 'EachStatement': {
        const name = required(child(node, 'Identifier'), node);
        const over = required(parts[parts.length - 2], node);
        return {
          kind: 'each',
          parameter: { type: type(child(node, 'Type')), name: text(name), at: name.from },
          over: expression(over),
          body: body(last),
          at,
        };
      }
      case 'TryStatement':
        return {
          kind: 'try',
          body: statement(required(first, node)),
          catches: node.getChildren('CatchClause').map((clause) => ({
            parameter: parameter(clause),
            body: statement(required(child(clause, 'Block'), clause)),
          })),
          at,
        };
      case 'DeclarationStatement':
        return declaration(required(first, node));
      case 'ContinueStatement':
        return { kind: 'continue', at };
      case 'BreakStatement':
        return { kind: 'break', at };
      case 'ReturnStatement':
        return { kind: 'return', value: first === undefined ? undefined : sub(0), at };
      case 'ThrowStatement':
        return { kind: 'throw', value: sub(0), at };
      case 'ExpressionStatement':
        return { kind: 'expression', value: sub(0), at };
      default:
        throw new CompileError(at, `unexpected [${node.name}]`);
    }
  };

  return {
    statement,
    functionDefinition: (node) => ({
      name: text(child(node, 'Identifier')),
      returns: type(child(node, 'Type')),
      parameters: children(required(child(node, 'Parameters'), node)).map(parameter),
      body: block(required(child(node, 'Block'), node)),
      at: node.from,
    }),
  };
};

/** The text between quotes; only the quote itself and the backslash may follow a backslash. */
const unquote = (literal: string, at: number): string => {
  const quote = literal.charAt(0);
  return literal.slice(1, -1).replace(/\\([\s\S])/g, (whole, escaped: string) => {
    if (escaped === quote || escaped === '\\') return escaped;
    throw new CompileError(
      at,
      `unexpected character [${quote}${whole}]. The only valid escape sequences in strings starting with [${quote}] are [\\\\] and [\\${quote}].`,
    );
  });
};
