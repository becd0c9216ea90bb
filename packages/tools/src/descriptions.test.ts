import { createToolSet, type ToolSpec } from '@toolstone/kernel';
import { expect, it } from 'vitest';
import { builtInTools } from './index.ts';

const specs = createToolSet(builtInTools).specs('interactive', { workingDir: '/work', workspaceDir: '/scratch' });

/** Four characters a token: near enough for English and JSON. */
const tokens = ({ name, description, parameters }: ToolSpec): number =>
  Math.ceil(JSON.stringify({ name, description, parameters }).length / 4);

it('tells a model about all tools in at most 4,000 tokens', () => {
  const all = specs.map((spec) => [spec.name, tokens(spec)] as const);
  expect(Object.fromEntries(all)).toMatchInlineSnapshot(`
    {
      "bash": 237,
      "bash_output": 87,
      "diff_file": 152,
      "edit_file": 288,
      "get_current_time": 110,
      "kill_shell": 59,
      "read_file": 202,
      "search": 265,
      "workspace_read": 198,
      "write_file": 175,
    }
  `);
  expect(all.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(4000);
});

it.each(specs.map((spec) => [spec.name, spec] as const))('describes %s', (_, { description, parameters }) => {
  expect({ description, parameters }).toMatchSnapshot();
});
