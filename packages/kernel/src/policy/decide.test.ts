import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './decide.ts';
import {
  allow,
  ask,
  bash,
  decideWith,
  deny,
  edit,
  effectWith,
  fetchOf,
  place,
  policyOf,
  read,
  type Written,
} from './policy.fixture.ts';

describe('effects', () => {
  const [yes, maybe, no] = [allow({ tool: 'read_file' }), ask({ tool: 'read_file' }), deny({ tool: 'read_file' })];
  const call = read('/work/proj/a');

  it('deny beats ask beats allow, whatever the order of the rules', () => {
    expect(effectWith([yes, maybe, no], call)).toBe('deny');
    expect(effectWith([no, maybe, yes], call)).toBe('deny');
    expect(effectWith([yes, maybe], call)).toBe('ask');
    expect(effectWith([maybe, yes], call)).toBe('ask');
    expect(effectWith([yes], edit('/work/proj/a'))).toBe('ask');
  });

  it('are the default of the tool where no rule holds', () => {
    expect(decideWith([], call).ruling).toEqual({
      effect: 'allow',
      source: 'default',
      reason: 'read_file needs no approval by default',
    });
    expect(decideWith([], edit('/work/proj/a')).ruling).toEqual({
      effect: 'ask',
      source: 'default',
      reason: 'No rule allows writing /work/proj/a',
    });
  });

  it('hold for calls that need no approval too', () => {
    expect(effectWith([deny({ tool: 'read_file' })], call)).toBe('deny');
  });

  it('tell the rule, the deciding fact and the rules that lost', () => {
    const decision = decideWith(
      [
        allow({ id: 'tests', tool: 'bash', command: ['npm test'] }),
        deny({ id: 'no-push', tool: 'bash', command: { name: 'git', has: ['push'] }, reason: 'use a pull request' }),
      ],
      bash('npm test && git push origin main'),
    );
    expect(decision.ruling).toEqual({
      effect: 'deny',
      source: 'rule',
      rule: 'no-push',
      origin: 'policy.toml:1',
      reason: 'Rule no-push denies the command `git push origin main`: use a pull request',
    });
    expect(decision.losing.map(({ id }) => id)).toEqual(['tests']);
  });

  it('do not depend on the order of the rules', () => {
    const rules = [
      allow({ id: 'a', tool: 'bash' }),
      allow({ id: 'b', tool: 'bash', command: 'npm **' }),
      ask({ id: 'c', tool: 'bash', command: 'npm publish **' }),
      deny({ id: 'd', tool: 'bash', command: 'npm publish --force' }),
      deny({ id: 'e', path: { within: '~/.ssh', access: 'any' } }),
      ask({ id: 'f', effects: ['exec'], role: 'guest' }),
    ];
    const calls = [
      'npm test',
      'npm publish',
      'npm publish --force',
      'npm $x',
      'cat ~/.ssh/id_rsa',
      'ls > ~/.ssh/x',
      '$x',
    ].map((text) => bash(text));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(rules, { minLength: rules.length }),
        fc.constantFrom(...calls),
        (shuffled, call) => {
          expect(effectWith(shuffled, call)).toBe(effectWith(rules, call));
        },
      ),
    );
  });

  it('never get looser by one more rule that forbids, nor tighter by one more that allows', () => {
    const order = { allow: 0, ask: 1, deny: 2 };
    const rank = (...given: Parameters<typeof decideWith>): number => order[decideWith(...given).ruling.effect];
    const condition = fc.constantFrom<Written[]>(
      { tool: 'bash' },
      { tool: 'bash', command: 'git {status,diff} **' },
      { tool: '*', path: { within: '$roots', access: 'any' } as const },
      { host: '*.example' },
      { effects: ['exec' as const] },
    );
    const rule = fc.tuple(fc.constantFrom(allow, ask, deny), condition).map(([make, written]) => make(written));
    const call = fc.constantFrom(
      bash('git status'),
      bash('git status; git diff > x'),
      bash('curl https://a.example'),
      bash('$x'),
      edit('/work/proj/a'),
      edit('/etc/x', '/work/proj/a'),
      fetchOf('a.example', 'b.test'),
    );
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), rule, call, (rules, another, one) => {
        const [before, after] = [rank(rules, one), rank([...rules, another], one)];
        if (another.rule.effect === 'allow') expect(after).toBeLessThanOrEqual(before);
        else expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('sources', () => {
  const call = edit('/work/proj/a');

  it('of a project that is not trusted may only tighten', () => {
    const rules = [
      allow({ id: 'loose', tool: 'edit_file' }, 'project'),
      deny({ id: 'tight', tool: 'bash' }, 'project'),
    ];
    const policy = compilePolicy(rules, { ...place, isProjectTrusted: false });
    expect(policy.decide(call).ruling.effect).toBe('ask');
    expect(policy.decide(bash('ls')).ruling.effect).toBe('deny');
    expect(policy.ignored.map(({ rule }) => rule.id)).toEqual(['loose']);
    expect(policyOf(...rules).decide(call).ruling.effect).toBe('allow');
  });

  it('of a person replace a built-in rule of the same id; those of a project do not', () => {
    const builtIn = ask({ id: 'credentials', tool: 'edit_file' }, 'built-in');
    const mine = allow({ id: 'credentials', tool: 'edit_file' });
    expect(effectWith([builtIn, allow({ id: 'x', tool: 'edit_file' })], call)).toBe('ask');
    expect(effectWith([builtIn, mine], call)).toBe('allow');
    expect(effectWith([builtIn, { ...mine, source: 'project' }], call)).toBe('ask');
  });

  it('start relative paths in the folder of their file', () => {
    const rule = { ...allow({ tool: 'edit_file', path: { within: 'src', access: 'any' } }), folder: '/work/other' };
    expect(effectWith([rule], edit('/work/other/src/a'))).toBe('allow');
    expect(effectWith([rule], edit('/work/proj/src/a'))).toBe('ask');
  });
});

describe('speed', () => {
  it('is well under 0.1 ms a call with 50 rules', () => {
    const rules = Array.from({ length: 10 }, (_, index) => [
      allow({ id: `a${index}`, tool: 'bash', command: [`tool${index} {test,lint} **`, 'npm test*'] }),
      deny({ id: `b${index}`, tool: '*', path: { within: [`~/.secret${index}`, `**/*.key${index}`], access: 'any' } }),
      ask({ id: `c${index}`, host: [`*.h${index}.example`] }),
      deny({ id: `d${index}`, tool: `mcp__s${index}__*`, args: { '/owner': { not: 'acme' } } }),
      allow({ id: `e${index}`, tool: ['read_file', 'search'], path: { within: `src${index}/**`, access: 'any' } }),
    ]).flat();
    const policy = policyOf(...rules);
    const calls = [bash('npm test && git status | head -5'), edit('/work/proj/src3/a.ts'), fetchOf('a.h3.example')];
    const roundMs = (): number => {
      const start = performance.now();
      for (let index = 0; index < 30; index += 1) for (const call of calls) policy.decide(call);
      return (performance.now() - start) / (30 * calls.length);
    };
    // The best of many rounds: what else runs on the machine does not count.
    expect(Math.min(...Array.from({ length: 40 }, roundMs))).toBeLessThan(0.1);
  });
});
