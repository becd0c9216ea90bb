import { firstRequestTokens } from './first-request-tokens.mjs';
import { footprint } from './footprint.mjs';
import { largeFile } from './large-file.mjs';
import { parallelCalls } from './parallel-calls.mjs';
import { searchTree } from './search-tree.mjs';
import { shellRound } from './shell-round.mjs';
import { spawnToResult } from './spawn-to-result.mjs';
import { start } from './start.mjs';

/** @type {readonly import('../row.mjs').Row[]} */
export const rows = [
  shellRound,
  parallelCalls,
  start,
  firstRequestTokens,
  footprint,
  spawnToResult,
  searchTree,
  largeFile,
];
