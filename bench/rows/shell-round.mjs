import { startScriptedModel } from '@toolstone/testing';
import { makePlace } from '../place.mjs';
import { bareRun, headlessRun, runWell } from '../program.mjs';
import { callsInTurn, roundsOf } from '../rounds.mjs';
import { atMost } from '../row.mjs';
import { median, pairedRatio, rounded } from '../statistics.mjs';

const roundsPerRun = 50;

/** @type {import('../row.mjs').Row} */
export const shellRound = {
  name: 'shell-round',
  what: 'one shell round over the wire with the log durable, against the bare loop; and the last ten rounds against the first ten',
  async measure({ runs }) {
    const results = [];
    for (let run = 0; run < runs; run++) {
      const base = await rounds(bareRun);
      const ours = await rounds(headlessRun);
      results.push({
        base: median(base.slice(1)),
        ours: median(ours.slice(1)),
        first: ours[0],
        grown: growth(ours.slice(1)),
        bareGrown: growth(base.slice(1)),
      });
    }
    return [
      atMost({
        figure: 'round',
        unit: '× bare loop',
        value: pairedRatio(results),
        budget: 2,
        details: {
          oursMs: rounded(median(results.map(({ ours }) => ours))),
          bareMs: rounded(median(results.map(({ base }) => base))),
          firstMs: rounded(median(results.map(({ first }) => first ?? Number.NaN))),
          ratios: results.map(({ ours, base }) => rounded(ours / base)),
        },
      }),
      atMost({
        figure: 'growth with history',
        unit: '×',
        value: median(results.map(({ grown }) => grown)),
        budget: 1.25,
        details: { bare: rounded(median(results.map(({ bareGrown }) => bareGrown))) },
      }),
    ];
  },
};

/** @param {readonly number[]} rounds */
const growth = (rounds) => median(rounds.slice(-10)) / median(rounds.slice(0, 10));

/** @param {(baseUrl: string) => readonly string[]} command */
async function rounds(command) {
  const place = makePlace();
  const call = (/** @type {number} */ n) => ({ name: 'bash', arguments: { command: `echo round ${n}` } });
  const model = await startScriptedModel({ script: callsInTurn(roundsPerRun, call) });
  try {
    await runWell(place, command(model.chatBaseUrl));
    const all = roundsOf(model.requests);
    if (all.length !== roundsPerRun) throw new Error(`${all.length} of ${roundsPerRun} rounds were made`);
    return all;
  } finally {
    await model.close();
    place.remove();
  }
}
