import fs from 'node:fs';
import path from 'node:path';
import { makePlace } from '../place.mjs';
import { runWell, toolstone } from '../program.mjs';
import { atMost } from '../row.mjs';
import { median, rounded } from '../statistics.mjs';

const line = `${'a line of a very large log file, with some words in it'.padEnd(127, '.')}\n`;
const linesPerBlock = 8192;
const blocks = 1024;

/** @type {import('../row.mjs').Row} */
export const largeFile = {
  name: 'large-file',
  what: '`read_file` of the last lines of a file of 1 GiB: time of the call, and memory over the same call on a small file',
  async measure({ runs }) {
    const place = makePlace();
    try {
      const [large, small] = [path.join(place.work, 'large.log'), path.join(place.work, 'small.log')];
      grow(large);
      fs.writeFileSync(small, line.repeat(100));
      const results = [];
      for (let run = 0; run < runs; run++) {
        const base = await read(place, small, 90);
        const ours = await read(place, large, linesPerBlock * blocks - 10);
        results.push({ ms: ours.ms, extraMb: ours.peakMb - base.peakMb });
      }
      const details = { all: results.map(({ ms, extraMb }) => ({ ms: rounded(ms), extraMb: rounded(extraMb) })) };
      return [
        atMost({ figure: 'read', unit: 'ms', value: median(results.map(({ ms }) => ms)), budget: 1000, details }),
        atMost({
          figure: 'extra memory',
          unit: 'MB',
          value: median(results.map(({ extraMb }) => extraMb)),
          budget: 100,
        }),
      ];
    } finally {
      place.remove();
    }
  },
};

/** @param {string} file */
function grow(file) {
  const block = Buffer.from(line.repeat(linesPerBlock));
  const descriptor = fs.openSync(file, 'w');
  for (let at = 0; at < blocks; at++) fs.writeSync(descriptor, block);
  fs.closeSync(descriptor);
}

/**
 * @param {import('../place.mjs').Place} place
 * @param {string} file
 * @param {number} offset
 */
async function read(place, file, offset) {
  const args = ['call', 'read_file', JSON.stringify({ path: file, offset, limit: 5 }), '--json', '--yes'];
  const { stdout, peakMb } = await runWell(place, toolstone(args), { samples: true });
  const output = JSON.parse(stdout);
  if (!output.text.includes('a very large log file'))
    throw new Error(`the lines did not come: ${output.text.slice(0, 200)}`);
  return { ms: output.durationMs, peakMb };
}
