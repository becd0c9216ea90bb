import path from 'node:path';
import { startScriptedModel } from '@toolstone/testing';
import { filesBelow, makePlace } from '../place.mjs';
import { processesWith } from '../process-tree.mjs';
import { headlessRun, runWell } from '../program.mjs';
import { callsInTurn } from '../rounds.mjs';
import { atMost } from '../row.mjs';
import { median } from '../statistics.mjs';

/** @type {import('../row.mjs').Row} */
export const footprint = {
  name: 'footprint',
  what: 'peak memory of a headless run with all its processes, the data directory, and what is left behind',
  async measure({ runs }) {
    /** @type {Awaited<ReturnType<typeof oneRun>>[]} */
    const results = [];
    for (let run = 0; run < runs; run++) results.push(await oneRun());
    const middle = (/** @type {'peakMb' | 'freshKb' | 'addedKb' | 'left' | 'outside'} */ key) =>
      median(results.map((result) => result[key]));
    return [
      atMost({ figure: 'peak memory', unit: 'MB', value: middle('peakMb'), budget: 130 }),
      atMost({ figure: 'data directory after 5 rounds', unit: 'KB', value: middle('freshKb'), budget: 300 }),
      atMost({ figure: 'added by 5 more', unit: 'KB', value: middle('addedKb'), budget: 60 }),
      atMost({ figure: 'processes left', unit: '', value: Math.max(...results.map(({ left }) => left)), budget: 0 }),
      atMost({
        figure: 'files outside the data directory',
        unit: '',
        value: Math.max(...results.map(({ outside }) => outside)),
        budget: 0,
      }),
    ];
  },
};

async function oneRun() {
  const place = makePlace();
  const model = await startScriptedModel({ script: [] });
  const call = (/** @type {number} */ n) => ({ name: 'bash', arguments: { command: `echo round ${n}` } });
  const turn = async () => {
    model.setScript(callsInTurn(5, call));
    return await runWell(place, headlessRun(model.chatBaseUrl), { samples: true });
  };
  try {
    const before = filesBelow(place.folder).length;
    const { peakMb } = await turn();
    const fresh = dataKilobytes(place.data);
    await turn();
    const outside =
      filesBelow(place.folder).filter(({ path: file }) => !file.startsWith(place.data + path.sep)).length - before;
    const left = processesWith('TOOLSTONE_HOME', place.data).length;
    return { peakMb, freshKb: fresh, addedKb: dataKilobytes(place.data) - fresh, left, outside };
  } finally {
    await model.close();
    place.remove();
  }
}

/** @param {string} folder */
const dataKilobytes = (folder) => filesBelow(folder).reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
