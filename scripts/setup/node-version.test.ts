import { expect, test } from 'vitest';
import { nodeVersionProblem } from './node-version.mjs';

const engines = '^20.19.0 || >=22.12.0';

test.each(['v20.19.0', 'v20.20.2', 'v22.12.0', 'v24.0.0'])('Node %s is welcome', (version) => {
  expect(nodeVersionProblem(version, engines)).toBeNull();
});

test.each(['v16.20.2', 'v20.18.9', 'v21.7.3', 'v22.11.0'])('Node %s is refused', (version) => {
  expect(nodeVersionProblem(version, engines)).not.toBeNull();
});

test('the refusal says in one line what there is, what is needed and where to get it', () => {
  expect(nodeVersionProblem('v18.20.4', engines)).toMatchInlineSnapshot(
    `"This is Node 18.20.4; Toolstone needs Node 20 from 20.19.0 on, or 22.12 or newer. Install one from https://nodejs.org and run the command again."`,
  );
});
