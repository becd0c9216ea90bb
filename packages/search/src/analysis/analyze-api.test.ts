import { describe, expect, it } from 'vitest';
import { answer, expected, readCases } from './analyze.fixture.ts';

/** Refused here, or answered otherwise for a reason: see DIFFERENCES.md. */
const different = new Set(['analyze-language-044']);

describe.each(['analyze.jsonl', 'more.jsonl'])('the recorded answers of _analyze in %s', (file) => {
  for (const recorded of readCases(file)) {
    const { body } = recorded;
    // Without a body it is the route that refuses.
    if (body === null || body === undefined || different.has(recorded.id)) continue;
    it(`${recorded.id}: ${JSON.stringify(body).slice(0, 100)}`, () => {
      expect(answer(recorded.path, body)).toEqual(expected(recorded));
    });
  }
});
