import { startScriptedModel } from '@toolstone/testing';
import { makePlace } from '../place.mjs';
import { headlessRun, runWell } from '../program.mjs';
import { atMost } from '../row.mjs';

const bytesPerToken = 4;

/** @type {import('../row.mjs').Row} */
export const firstRequestTokens = {
  name: 'first-request-tokens',
  what: 'the first request with all built-in tools of the session, at four bytes a token',
  async measure() {
    const place = makePlace();
    const model = await startScriptedModel({ script: () => ({ text: 'Done.' }) });
    try {
      await runWell(place, headlessRun(model.chatBaseUrl));
      const [request] = model.requests;
      if (request === undefined) throw new Error('no request came');
      const bytes = Buffer.byteLength(JSON.stringify(request.body));
      const details = { bytes, tools: request.view.tools.map(({ name }) => name) };
      return [atMost({ figure: 'request', unit: 'tokens', value: bytes / bytesPerToken, budget: 4000, details })];
    } finally {
      await model.close();
      place.remove();
    }
  },
};
