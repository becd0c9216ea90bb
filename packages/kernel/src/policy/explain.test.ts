import { describe, expect, it } from 'vitest';
import { compilePolicy } from './decide.ts';
import { explain, renderExplanation } from './explain.ts';
import { allow, ask, bash, deny, place, policyOf, read } from './policy.fixture.ts';

const tests = allow({ id: 'tests', tool: 'bash', command: ['npm test*'] });
const noPush = deny({ id: 'no-push', tool: 'bash', command: 'git push **', reason: 'use a pull request' });

describe('an explanation', () => {
  it('says for a person which rule decides, by what, and which lose', () => {
    const policy = policyOf(tests, noPush, ask({ id: 'net', tool: 'bash', host: '*.example' }));
    expect(
      renderExplanation(explain(policy, bash('npm test && git push $x && curl https://a.example'))),
    ).toMatchInlineSnapshot(`
      "bash does not run.
      Rule no-push denies the command \`git push $x\`: use a pull request.
      Rule: no-push (policy.toml:1)
      Other rules that hold:
        - net (policy.toml:1) asks about the host a.example
        - tests (policy.toml:1) allows the command \`npm test\`"
    `);
  });

  it('says what no rule allows and what would', () => {
    expect(renderExplanation(explain(policyOf(tests), bash('npm test && git push | cat -n')))).toMatchInlineSnapshot(`
      "bash asks first.
      No rule allows the command \`git push\`.
      Other rules that hold:
        - tests (policy.toml:1) allows the command \`npm test\`
      No rule allows:
        - the command \`git push\`
        - the command \`cat -n\`
      It would run with --allow 'bash(git push)' --allow 'bash(cat -n)'"
    `);
  });

  it('says which rules do not count', () => {
    const loose = allow({ id: 'loose', tool: 'bash' }, 'project');
    const policy = compilePolicy([loose], { ...place, isProjectTrusted: false });
    expect(renderExplanation(explain(policy, bash('ls')))).toMatchInlineSnapshot(`
      "bash asks first.
      No rule allows the command \`ls\`.
      It would run with --allow 'bash(ls)'
      Rules that do not count here:
        - loose (policy.toml:1)"
    `);
  });

  it('is short where nothing is to be said', () => {
    expect(renderExplanation(explain(policyOf(), read('/work/proj/a')))).toMatchInlineSnapshot(`
      "read_file runs.
      read_file needs no approval by default."
    `);
    expect(renderExplanation(explain(policyOf(tests), bash('npm test')))).toMatchInlineSnapshot(`
      "bash runs.
      Rule tests allows the command \`npm test\`.
      Rule: tests (policy.toml:1)"
    `);
  });

  it('is data for a program', () => {
    expect(explain(policyOf(tests), bash('npm test $(id)'))).toMatchInlineSnapshot(`
      {
        "allowWith": [
          "bash(id)",
        ],
        "effect": "ask",
        "fact": "the command \`id\`",
        "ignored": [],
        "losing": [
          {
            "effect": "allow",
            "fact": "the command \`npm test $(id)\`",
            "isCertain": true,
            "origin": "policy.toml:1",
            "rule": "tests",
          },
        ],
        "reason": "No rule allows the command \`id\`",
        "source": "default",
        "tool": "bash",
        "uncovered": [
          "the command \`id\`",
        ],
      }
    `);
  });
});
