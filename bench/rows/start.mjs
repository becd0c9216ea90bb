import fs from 'node:fs';
import path from 'node:path';
import { startScriptedModel } from '@toolstone/testing';
import { makePlace } from '../place.mjs';
import { headlessRun, runWell, toolstone } from '../program.mjs';
import { atMost } from '../row.mjs';
import { median, pairedRatio, rounded } from '../statistics.mjs';

const pairsPerRun = 5;

/** @type {import('../row.mjs').Row} */
export const start = {
  name: 'start',
  what: '`--version`, and the first request at the model in a warm home, against `node` on an empty file',
  async measure({ runs }) {
    const place = makePlace();
    const empty = path.join(place.folder, 'empty.mjs');
    fs.writeFileSync(empty, '');
    const model = await startScriptedModel({ script: () => ({ text: 'Done.' }) });
    try {
      const wall = async (/** @type {readonly string[]} */ args) => (await runWell(place, args)).wallMs;
      const firstRequest = async () => {
        const seen = model.requests.length;
        const { startedAt } = await runWell(place, headlessRun(model.chatBaseUrl));
        return (model.requests[seen]?.arrivedAt ?? Number.NaN) - startedAt;
      };
      await firstRequest(); // Makes the home warm.
      const [version, request] = [[], []].map(() => /** @type {{ ours: number, base: number }[]} */ ([]));
      for (let pair = 0; pair < runs * pairsPerRun; pair++) {
        version?.push({ base: await wall([empty]), ours: await wall(toolstone(['--version'])) });
        request?.push({ base: await wall([empty]), ours: await firstRequest() });
      }
      return [
        atMost({
          figure: '--version',
          unit: '× node',
          value: pairedRatio(version ?? []),
          budget: 1.8,
          details: middles(version ?? []),
        }),
        atMost({
          figure: 'first request',
          unit: '× node',
          value: pairedRatio(request ?? []),
          budget: 7.5,
          details: middles(request ?? []),
        }),
      ];
    } finally {
      await model.close();
      place.remove();
    }
  },
};

/** @param {readonly { readonly ours: number, readonly base: number }[]} pairs */
const middles = (pairs) => ({
  oursMs: rounded(median(pairs.map(({ ours }) => ours)), 1),
  nodeMs: rounded(median(pairs.map(({ base }) => base)), 1),
});
