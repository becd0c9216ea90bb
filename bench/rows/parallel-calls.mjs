import { startScriptedModel } from '@toolstone/testing';
import { makePlace } from '../place.mjs';
import { bareRun, headlessRun, runWell } from '../program.mjs';
import { roundsOf } from '../rounds.mjs';
import { atMost } from '../row.mjs';
import { median, rounded } from '../statistics.mjs';

/** @type {import('../row.mjs').Row} */
export const parallelCalls = {
  name: 'parallel-calls',
  what: 'eight calls of `sleep 0.2` in one reply, to the arrival of their results',
  async measure({ runs }) {
    const [ours, base] = [[], []].map(() => /** @type {number[]} */ ([]));
    for (let run = 0; run < runs; run++) {
      base?.push(await batch(bareRun));
      ours?.push(await batch(headlessRun));
    }
    const details = { bareMs: rounded(median(base ?? [])), all: ours?.map((ms) => rounded(ms)) };
    return [atMost({ figure: 'batch', unit: 'ms', value: median(ours ?? []), budget: 260, details })];
  },
};

/** @param {(baseUrl: string) => readonly string[]} command */
async function batch(command) {
  const place = makePlace();
  const sleeps = Array.from({ length: 8 }, () => ({ name: 'bash', arguments: { command: 'sleep 0.2' } }));
  const model = await startScriptedModel({
    script: [{ calls: sleeps }, { text: 'Done.' }],
  });
  try {
    await runWell(place, command(model.chatBaseUrl));
    const [ms] = roundsOf(model.requests);
    if (ms === undefined) throw new Error('the results never came');
    return ms;
  } finally {
    await model.close();
    place.remove();
  }
}
