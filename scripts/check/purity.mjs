import { builtinModules } from 'node:module';
import ts from 'typescript';

/** @typedef {{ readonly position: number, readonly says: string }} Impurity */

/**
 * Uses of the machine where only values may be used: Node's modules, the environment, the clock and randomness stand in
 * `src/node/**`, in an app's `compose.ts`, in tests and in scripts. An app's other files may use `process` itself (its
 * arguments and streams), not the environment.
 *
 * @param {string} path
 * @param {ts.SourceFile} tree
 * @returns {readonly Impurity[]}
 */
export function findImpurities(path, tree) {
  if (!/^(packages|apps)\/[^/]+\/src\//.test(path)) return [];
  if (/\/src\/node\//.test(path) || /\/compose\.ts$/.test(path) || /\.(test|conformance|fixture)\.tsx?$/.test(path))
    return [];
  const isApp = path.startsWith('apps/');
  /** @type {Impurity[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const says = impurityOf(node, isApp);
    if (says !== null)
      found.push({ position: node.getStart(tree), says: `${says} stands in src/node, compose.ts or a test` });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * @param {ts.Node} node
 * @param {boolean} isApp
 * @returns {string | null}
 */
function impurityOf(node, isApp) {
  if (ts.isStringLiteral(node) && isModuleName(node) && isNodeModule(node.text)) return `"${node.text}"`;
  if (ts.isNewExpression(node) && isName(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0)
    return 'new Date()';
  if (!ts.isPropertyAccessExpression(node)) return null;
  const name = node.name.text;
  if (isName(node.expression, 'process')) return name === 'env' || !isApp ? `process.${name}` : null;
  if (isName(node.expression, 'Date') && name === 'now') return 'Date.now';
  if (isName(node.expression, 'performance') && name === 'now') return 'performance.now';
  if (isName(node.expression, 'Math') && name === 'random') return 'Math.random';
  if (isName(node.expression, 'crypto') && (name === 'randomUUID' || name === 'getRandomValues'))
    return `crypto.${name}`;
  return null;
}

/**
 * Whether a string is what an import, an export or `import()` names.
 *
 * @param {ts.StringLiteral} node
 */
function isModuleName(node) {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent))
    return true;
  if (ts.isLiteralTypeNode(parent)) return parent.parent !== undefined && ts.isImportTypeNode(parent.parent);
  return ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword;
}

const nodeModules = new Set(builtinModules);
/** @param {string} name */
const isNodeModule = (name) => name.startsWith('node:') || nodeModules.has(name);

/**
 * @param {ts.Expression} expression
 * @param {string} name
 */
const isName = (expression, name) => ts.isIdentifier(expression) && expression.text === name;
