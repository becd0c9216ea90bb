import fs from 'node:fs';
import path from 'node:path';
import { startScriptedModel } from '@toolstone/testing';
import { rgPath } from '@vscode/ripgrep';
import { bareSpawn } from '../bare-spawn.mjs';
import { finishedCalls } from '../finished-calls.mjs';
import { makePlace } from '../place.mjs';
import { headlessRun, runWell } from '../program.mjs';
import { atMost } from '../row.mjs';
import { median, rounded } from '../statistics.mjs';

const folders = 200;
const filesPerFolder = 100;
const linesPerFile = 400;
const callsPerRun = 5;
/** Few enough matches that five answers fit into any context, and another query each time. */
const queryOf = (/** @type {number} */ n) => `needle_[0-9]+|absent_${n}`;

/** @type {import('../row.mjs').Row} */
export const searchTree = {
  name: 'search-tree',
  what: 'the search tool against ripgrep alone, on a tree that takes it 200 ms and more',
  async measure({ runs }) {
    const place = makePlace();
    try {
      growTree(place.work);
      const results = [];
      for (let run = 0; run < runs; run++) results.push(await oneRun(place));
      const base = median(results.map((result) => result.base));
      const details = {
        oursMs: rounded(median(results.map((result) => result.ours))),
        rgMs: rounded(base),
        files: folders * filesPerFolder,
        isLargeEnough: base >= 200,
      };
      const value = median(results.map((result) => result.ours / result.base));
      return [atMost({ figure: 'search', unit: '× rg', value, budget: 1.2, details })];
    } finally {
      place.remove();
    }
  },
};

/** @param {import('../place.mjs').Place} place */
async function oneRun(place) {
  /** @type {number[]} */
  const base = [];
  const model = await startScriptedModel({
    script: async (_request, n) => {
      const query = queryOf(n);
      base.push(await bareSpawn(rgPath, ['--line-number', '--', query, '.'], place.work));
      return n < callsPerRun ? { calls: [{ name: 'search', arguments: { query } }] } : { text: 'Done.' };
    },
  });
  try {
    const { stdout } = await runWell(place, headlessRun(model.chatBaseUrl, ['--output', 'stream-json']));
    return { ours: median(finishedCalls(stdout).slice(1)), base: median(base.slice(1)) };
  } finally {
    await model.close();
  }
}

/**
 * Writes text of which every four hundredth file holds one match.
 *
 * @param {string} root
 */
function growTree(root) {
  const line = 'the quick brown fox jumps over the lazy dog and writes a line of source code\n';
  const plain = line.repeat(linesPerFile);
  for (let folder = 0; folder < folders; folder++) {
    const place = path.join(root, `folder-${folder}`);
    fs.mkdirSync(place);
    for (let file = 0; file < filesPerFolder; file++) {
      const match = (folder * filesPerFolder + file) % 400 === 0 ? `const needle_${folder} = ${file};\n` : '';
      fs.writeFileSync(path.join(place, `file-${file}.txt`), `${plain}${match}`);
    }
  }
}
