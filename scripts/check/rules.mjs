// The checks that are this repository's own, in a process of their own so that they run beside the others.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findArchitectureProblems } from './architecture.mjs';
import { findDependencyProblems, readManifests } from './manifests.mjs';
import { readSourceFiles } from './source-files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifests = readManifests(root);
const publicIndexes = new Set(manifests.flatMap(({ exports }) => exports));

const problems = [
  ...findArchitectureProblems(readSourceFiles(root), publicIndexes),
  ...findDependencyProblems(manifests, fs.readFileSync(path.join(root, 'docs', 'dependencies.md'), 'utf8')),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
