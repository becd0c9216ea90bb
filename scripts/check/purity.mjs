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
  if (/\/src\/node\//.test(path) || /\/compose\.ts$/.test(path) || isForTests(path)) return [];
  // A process of an environment may bear the name too; then only the environment gives Node's away.
  const allowsProcess = path.startsWith('apps/') || declares(tree, 'process');
  /** @type {Impurity[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const says = impurityOf(node, allowsProcess);
    if (says !== null)
      found.push({ position: node.getStart(tree), says: `${says} stands in src/node, compose.ts or a test` });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/**
 * Tests and what only they use: shared suites, programs that a test starts, the package of doubles.
 *
 * @param {string} path
 */
const isForTests = (path) =>
  /\.(test|conformance|fixture|test-support)\.tsx?$/.test(path) ||
  /^(packages\/testing|apps\/[^/]+\/src\/testing)\//.test(path);

/**
 * @param {ts.Node} node
 * @param {boolean} allowsProcess
 * @returns {string | null}
 */
function impurityOf(node, allowsProcess) {
  if (ts.isStringLiteral(node) && isModuleName(node) && isNodeModule(node.text)) return `"${node.text}"`;
  if (ts.isNewExpression(node) && isName(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0)
    return 'new Date()';
  if (!ts.isPropertyAccessExpression(node)) return null;
  const name = node.name.text;
  if (isName(node.expression, 'process')) return name === 'env' || !allowsProcess ? `process.${name}` : null;
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

/**
 * Whether a file binds a name: a variable, a parameter or a part of a pattern.
 *
 * @param {ts.SourceFile} tree
 * @param {string} name
 */
function declares(tree, name) {
  const visit = /** @returns {boolean} */ (/** @type {ts.Node} */ node) => {
    const isBinding = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    if (isBinding && isName(node.name, name)) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  // The first true ends the walk.
  return ts.forEachChild(tree, (node) => visit(node) || undefined) ?? false;
}

const nodeModules = new Set(builtinModules);
/** @param {string} name */
const isNodeModule = (name) => name.startsWith('node:') || nodeModules.has(name);

/**
 * @param {ts.Node} expression
 * @param {string} name
 */
const isName = (expression, name) => ts.isIdentifier(expression) && expression.text === name;
