import ts from 'typescript';
import { findImpurities } from './purity.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const maxLines = 400;
/** Joined here, so that this file does not hold them. */
const bannedWords = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['XX', 'X'],
  ['HA', 'CK'],
].map((parts) => parts.join(''));
const bannedPatterns = [
  { pattern: new RegExp(`\\b(${bannedWords.join('|')})\\b`), says: 'an open end: do it, or file an issue' },
  {
    pattern: /\b(?:it|test|describe|suite)\.(?:skip|only|todo|fails)\b/,
    says: 'a test that is switched off or runs alone',
  },
  { pattern: new RegExp(`@ts-(?:${['ign', 'ore'].join('')}|nocheck)`), says: 'a type check switched off' },
];

/**
 * The rules of the house that hold for one file at a time; what a module may import is dependency-cruiser's part.
 *
 * @param {readonly SourceFile[]} files
 * @param {ReadonlySet<string>} publicIndexes `index.ts` files that a package exports
 * @returns {readonly string[]} one line a problem: `path:line: what is wrong`
 */
export function findArchitectureProblems(files, publicIndexes) {
  return files.flatMap((file) => [
    ...nameProblems(file, publicIndexes),
    ...sizeProblems(file),
    ...wordProblems(file),
    ...syntaxProblems(file),
  ]);
}

/**
 * @param {SourceFile} file
 * @param {ReadonlySet<string>} publicIndexes
 */
function nameProblems({ path }, publicIndexes) {
  const name = path.split('/').at(-1) ?? '';
  const problems = [];
  if (!/^[.a-z0-9-]+$/.test(name)) problems.push(`${path}: file names are kebab-case`);
  if (/^(utils?|helpers?|misc|common)\b/.test(name) || /\/(utils?|helpers?|misc|common)\//.test(path)) {
    problems.push(`${path}: name the concept; there are no utils, helpers or misc`);
  }
  const isToolRoot = /^packages\/tools\/src\/[^/]+\/index\.ts$/.test(path);
  const isPackageRoot = /^(packages|apps)\/[^/]+\/src\/index\.ts$/.test(path);
  if (name === 'index.ts' && !isToolRoot && !isPackageRoot && !publicIndexes.has(path)) {
    problems.push(`${path}: an index.ts stands only at the root of a package, a tool or an export of a package`);
  }
  return problems;
}

/** @param {SourceFile} file */
function sizeProblems({ path, text }) {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > maxLines ? [`${path}: ${lines} lines; split it by concept (at most ${maxLines})`] : [];
}

/** @param {SourceFile} file */
function wordProblems({ path, text }) {
  return text
    .split('\n')
    .flatMap((line, at) =>
      bannedPatterns.filter(({ pattern }) => pattern.test(line)).map(({ says }) => `${path}:${at + 1}: ${says}`),
    );
}

/** @param {SourceFile} file */
function syntaxProblems({ path, text }) {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, kind);
  const at = (/** @type {number} */ position) => tree.getLineAndCharacterOfPosition(position).line + 1;
  const problems = importProblems(path, text).map(({ position, says }) => `${path}:${at(position)}: ${says}`);
  if (/^(packages|apps)\//.test(path)) {
    for (const statement of tree.statements) {
      const isDefault =
        ts.isExportAssignment(statement) ||
        (ts.canHaveModifiers(statement) &&
          ts.getModifiers(statement)?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword));
      if (isDefault) problems.push(`${path}:${at(statement.getStart(tree))}: exports are named`);
    }
  }
  const impurities = findImpurities(path, tree).map(({ position, says }) => `${path}:${at(position)}: ${says}`);
  return [...problems, ...impurities];
}

/**
 * A package is entered by its name, never by a path.
 *
 * @param {string} path
 * @param {string} text
 */
function importProblems(path, text) {
  const home = /^(?:packages|apps)\/[^/]+\//.exec(path)?.[0];
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    if (home === undefined || !fileName.startsWith('.')) return [];
    const target = new URL(fileName, `file:///${path}`).pathname.slice(1);
    const isOwn = target.startsWith(home);
    return isOwn
      ? []
      : [{ position: pos, says: `"${fileName}" leaves the package: import another package by its name` }];
  });
}
