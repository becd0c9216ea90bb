import type { Facts } from '@toolstone/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowHint, allowWith } from './allow-with.ts';
import { compilePolicy } from './decide.ts';
import { allow, ask, bash, callOf, deny, edit, fetchOf, place, policyOf, read } from './policy.fixture.ts';
import { parseRuleShorthand } from './rule-shorthand.ts';

const parse = (text: string) => parseRuleShorthand(text, { effect: 'allow', flag: '--allow' });
const ruleOf = (text: string) => {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(parsed.failure.message);
  return parsed.rule;
};
const effect = (text: string, call: ReturnType<typeof bash>): string =>
  policyOf(ruleOf(text)).decide(call).ruling.effect;

describe('a rule on the command line', () => {
  it('is a label, or a label with a pattern of commands, paths or hosts', () => {
    expect(
      ['bash', 'bash(npm test*)', 'edit_file(src/**)', 'web_fetch(*.python.org)', 'mcp__github__*'].map(
        (text) => ruleOf(text).rule,
      ),
    ).toEqual([
      { id: 'bash', effect: 'allow', tool: 'bash' },
      { id: 'bash(npm test*)', effect: 'allow', tool: 'bash', command: 'npm test*' },
      { id: 'edit_file(src/**)', effect: 'allow', tool: 'edit_file', path: { within: 'src/**', access: 'any' } },
      { id: 'web_fetch(*.python.org)', effect: 'allow', tool: 'web_fetch', host: '*.python.org' },
      { id: 'mcp__github__*', effect: 'allow', tool: 'mcp__github__*' },
    ]);
    expect(ruleOf(' bash(a) ')).toMatchObject({ source: 'flags', origin: '--allow bash(a)' });
  });

  it.each(['', '(x)', 'bash(', 'bash()', 'bash(x', 'rm -rf /', 'mcp__x__y(z)', 'memory(x)'])(
    'is refused with what to write: %s',
    (text) => {
      expect(parse(text)).toMatchObject({
        ok: false,
        failure: { code: 'RULE_UNREADABLE', nextStep: expect.any(String) },
      });
    },
  );

  it('takes the kind of a pattern from the caller for tools that it does not know', () => {
    const parsed = parseRuleShorthand('deploy(prod-*)', { effect: 'deny', flag: '--deny', kindOf: () => 'host' });
    expect(parsed).toMatchObject({ ok: true, rule: { rule: { host: 'prod-*', effect: 'deny' } } });
  });
});

describe('a pattern of commands', () => {
  it.each([
    [
      'bash(npm test)',
      ['npm test', "n'p'm  test", '/usr/bin/npm test', 'env npm test', 'sh -c "npm test"', 'timeout 9 npm test'],
      ['npm', 'npm test x', 'npm testx', './npm test', 'sudo npm test', 'xargs npm test', 'npm $x'],
    ],
    [
      'bash(npm test*)',
      ['npm test', 'npm test x y', 'npm test:unit -- -u', 'npm test $x'],
      ['npm', 'npm run test', 'npm tes'],
    ],
    ['bash(npm run *)', ['npm run build', 'npm run "a b"'], ['npm run', 'npm run build x', 'npm run $x']],
    [
      'bash(git {status,log} **)',
      ['git status', 'git log -5 --oneline', 'git log $x'],
      ['git push', 'git', 'git -c core.pager=x log'],
    ],
    [
      'bash(git ** --dry-run)',
      ['git push --dry-run', 'git push origin main --dry-run'],
      ['git push --dry-run x', 'git push $x'],
    ],
    ['bash(*)', ['ls', 'git push', '/bin/ls x'], ['sudo ls', './ls', '$x']],
    [
      'bash(sudo systemctl status *)',
      ['sudo systemctl status nginx'],
      ['systemctl status nginx', 'sudo -u root systemctl status x'],
    ],
    ['bash(find **)', ['find . -name x'], ['find . -exec rm {} +', 'find . -exec sh -c x \\;']],
    ['bash(xargs grep **)', ['xargs grep -l x'], ['xargs rm', 'xargs -0 grep x']],
    [
      'bash(./gradlew test*)',
      ['./gradlew test', '/work/proj/gradlew test --info'],
      ['gradlew test', 'cd x && ./gradlew test', '../gradlew test', 'sudo ./gradlew test'],
    ],
    ['bash(scripts/*.sh)', ['./scripts/a.sh', 'scripts/b.sh'], ['scripts/x/a.sh', 'scripts/a.sh x', 'a.sh']],
    ['bash(git commit -m "a b" **)', ["git commit -m 'a b' x"], ['git commit -m a b']],
    ['bash(echo \\*)', ["echo '*'"], ['echo x']],
  ])('%s', (rule, covered, open) => {
    expect(covered.map((text) => [text, effect(rule, bash(text))])).toEqual(covered.map((text) => [text, 'allow']));
    expect(open.map((text) => [text, effect(rule, bash(text))])).toEqual(open.map((text) => [text, 'ask']));
  });
});

describe('a pattern of paths', () => {
  it.each([
    [
      'edit_file(src/**)',
      ['/work/proj/src/a', '/work/proj/src/.b/c'],
      ['/work/proj/a', '/work/proj/srcx/a', '/work/src/a'],
    ],
    ['edit_file(src)', ['/work/proj/src/a/b', '/work/proj/src'], ['/work/proj/srcx']],
    ['edit_file(*.md)', ['/work/proj/a.md'], ['/work/proj/x/a.md', '/work/proj/a.mdx']],
    ['edit_file(**/*.md)', ['/work/proj/a.md', '/work/proj/x/a.md'], ['/work/proj/a.mdx']],
    ['edit_file(~/notes)', ['/home/ada/notes/a'], ['/work/proj/notes/a']],
    ['edit_file($roots)', ['/work/proj/a'], ['/work/other/a']],
    ['edit_file(/tmp/*.{a,b})', ['/tmp/x.a', '/tmp/.x.b'], ['/tmp/x.c', '/tmp/y/x.a']],
    ['edit_file(.)', ['/work/proj/a'], ['/work/a']],
    ['edit_file(../x)', ['/work/x/a'], ['/work/proj/x']],
  ])('%s', (rule, covered, open) => {
    expect(covered.map((path) => [path, effect(rule, edit(path))])).toEqual(covered.map((path) => [path, 'allow']));
    expect(open.map((path) => [path, effect(rule, edit(path))])).toEqual(open.map((path) => [path, 'ask']));
  });

  it('takes directories of the place literally', () => {
    const policy = compilePolicy([ruleOf('edit_file(src/*.ts)')], { ...place, cwd: '/work/[a]*' });
    expect(policy.decide(edit('/work/[a]*/src/x.ts')).ruling.effect).toBe('allow');
    expect(policy.decide(edit('/work/ab/src/x.ts')).ruling.effect).toBe('ask');
  });
});

describe('what would allow a call', () => {
  const suggest = (call: ReturnType<typeof bash>): readonly string[] => allowWith(policyOf(), call);

  it('is named as rules for the command line', () => {
    expect(suggest(bash('npm test'))).toEqual(['bash(npm test)']);
    expect(suggest(bash('npm test && git log $x | head -5'))).toEqual([
      'bash(npm test)',
      'bash(git log **)',
      'bash(head -5)',
    ]);
    expect(suggest(bash('sudo -u root apt update'))).toEqual(['bash(sudo -u root apt update)']);
    expect(suggest(bash('./run.sh a'))).toEqual(['bash(./run.sh a)']);
    expect(suggest(bash(`git commit -m '${'long '.repeat(40)}'`))).toEqual(['bash(git commit **)']);
    expect(suggest(edit('/work/proj/src/a.ts'))).toEqual(['edit_file(src/a.ts)']);
    expect(suggest(callOf('web_fetch', { hosts: ['docs.rs'] }))).toEqual(['web_fetch(docs.rs)']);
    expect(suggest(callOf('mcp__github__push', { hosts: ['x'] }))).toEqual(['mcp__github__push']);
    expect(suggest(callOf('task_agent'))).toEqual(['task_agent']);
  });

  it('is only what no rule covers yet', () => {
    expect(allowWith(policyOf(allow({ tool: 'bash', command: 'npm test' })), bash('npm test && ls'))).toEqual([
      'bash(ls)',
    ]);
  });

  it('is nothing where no such rule would do', () => {
    expect(suggest(bash('$x'))).toEqual([]);
    expect(suggest(bash('ls > out.txt'))).toEqual([]);
    expect(suggest(read('/work/proj/a'))).toEqual([]);
    expect(allowWith(policyOf(ask({ tool: 'bash' })), bash('ls'))).toEqual([]);
    expect(allowWith(policyOf(deny({ tool: 'bash' })), bash('ls'))).toEqual([]);
  });

  it('is told in a sentence where nobody can be asked', () => {
    expect(allowHint(policyOf(), bash("echo 'a b'"))).toBe(
      "The operator can allow it with --allow 'bash(echo '\\''a b'\\'')'",
    );
    expect(allowHint(policyOf(ask({ id: 'own', tool: 'bash' })), bash('ls'))).toBe(
      'The operator would have to change rule own (policy.toml:1), or be there to answer',
    );
    expect(allowHint(policyOf(), bash('$x'))).toMatch(/^No rule on the command line can allow it/);
  });

  it('does allow it, whatever its words', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('**', '*', '{a,b}', "'", '"', '\\', '(', ')', '~', '$roots', '?', '', ' ', '-x', 'a/b'),
    );
    const facts = fc
      .record({
        name: fc.stringMatching(/^[a-z][a-z0-9.-]{0,6}$/),
        args: fc.array(fc.option(word, { nil: null, freq: 8 }), { maxLength: 5 }),
      })
      .map(
        ({ name, args }): Pick<Facts, 'commands'> => ({
          commands: [{ text: name, name, args, opaque: false, wrappers: [] }],
        }),
      );
    fc.assert(
      fc.property(facts, (given) => {
        const call = callOf('bash', given);
        const rules = allowWith(policyOf(), call);
        expect(rules.length).toBe(1);
        expect(policyOf(...rules.map(ruleOf)).decide(call).ruling.effect).toBe('allow');
      }),
      { numRuns: 1_000 },
    );
    expect(policyOf(...suggest(fetchOf('a.example')).map(ruleOf)).decide(fetchOf('a.example')).ruling.effect).toBe(
      'allow',
    );
  });
});
