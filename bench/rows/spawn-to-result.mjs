import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startScriptedModel } from '@toolstone/testing';
import { bareSpawn } from '../bare-spawn.mjs';
import { finishedCalls } from '../finished-calls.mjs';
import { makePlace } from '../place.mjs';
import { headlessRun, runWell } from '../program.mjs';
import { atMost } from '../row.mjs';
import { median, rounded } from '../statistics.mjs';

const callsPerRun = 40;

/** @type {import('../row.mjs').Row} */
export const spawnToResult = {
  name: 'spawn-to-result',
  what: '`bash` of `true`, spawn to result, against a bare spawn; and what bubblewrap adds to it',
  async measure({ runs }) {
    /** @type {Awaited<ReturnType<typeof oneRun>>[]} */
    const bare = [];
    const isolated = [];
    for (let run = 0; run < runs; run++) {
      bare.push(await oneRun('none'));
      if (hasBubblewrap()) isolated.push(await oneRun('workspace'));
    }
    const ours = median(bare.map((result) => result.ours));
    const base = median(bare.map((result) => result.base));
    const figures = [
      atMost({
        figure: 'bash',
        unit: '× bare spawn',
        value: median(bare.map((result) => result.ours / result.base)),
        budget: 1.2,
        details: { oursMs: rounded(ours), bareMs: rounded(base) },
      }),
    ];
    if (isolated.length === 0) return figures;
    const added = median(isolated.map((result, run) => result.ours - (bare[run]?.base ?? Number.NaN)));
    return [...figures, atMost({ figure: 'bubblewrap over a bare spawn', unit: 'ms', value: added, budget: 5 })];
  },
};

/** @param {'none' | 'workspace'} isolation */
async function oneRun(isolation) {
  const place = makePlace();
  fs.mkdirSync(place.data, { recursive: true });
  fs.writeFileSync(path.join(place.data, 'config.toml'), `[bash]\nisolation = "${isolation}"\n`);
  /** @type {number[]} */
  const base = [];
  const model = await startScriptedModel({
    // A bare spawn before each call, while the program waits: the two are measured in turn.
    script: async (_request, n) => {
      // Each differs: a model that says the same for ever is stopped.
      const command = `true ${n}`;
      base.push(await bareSpawn('bash', ['-c', command]));
      return n < callsPerRun ? { calls: [{ name: 'bash', arguments: { command } }] } : { text: 'Done.' };
    },
  });
  try {
    const { stdout } = await runWell(place, headlessRun(model.chatBaseUrl, ['--output', 'stream-json']));
    return { ours: median(finishedCalls(stdout).slice(1)), base: median(base.slice(1)) };
  } finally {
    await model.close();
    place.remove();
  }
}

function hasBubblewrap() {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // Not installed, or not allowed here.
  }
}
