// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { describe, expect, it } from 'vitest';
import { all, parse } from './shell.fixture.ts';

describe('every simple command is found', () => {
  it('in lists, pipelines, groups, conditions, loops, functions and jobs', () => {
    expect(
      all([
        'a && b || c; d & e | f |& g',
        '(a; b) && { c; d; } && ! e; time f',
        'if a; then b; elif c; then d; else e; fi',
        'while a; do b; done; until c; do d; done',
        'for x in 1 2; do a; done; for ((i=0;i<2;i++)); do b; done; select x in 1; do c; done',
        'case $x in (a|b) c;; *) d;& esac',
        'f() { a; }; function g { b; }',
        'coproc a; coproc N { b; }',
        '[[ -f x && $(a) = b ]] && (( $(c) > 1 ))',
      ]),
    ).toMatchInlineSnapshot(`
      "$ a && b || c; d & e | f |& g
      a
      b
      c
      d
      e
      f
      g

      $ (a; b) && { c; d; } && ! e; time f
      a
      b
      c
      d
      e
      f

      $ if a; then b; elif c; then d; else e; fi
      a
      b
      c
      d
      e

      $ while a; do b; done; until c; do d; done
      a
      b
      c
      d

      $ for x in 1 2; do a; done; for ((i=0;i<2;i++)); do b; done; select x in 1; do c; done
      a
      b
      c

      $ case $x in (a|b) c;; *) d;& esac
      c
      d

      $ f() { a; }; function g { b; }
      a
      b

      $ coproc a; coproc N { b; }
      a
      b

      $ [[ -f x && $(a) = b ]] && (( $(c) > 1 ))
      a
      c"
    `);
  });

  it('in substitutions, here-documents, arithmetic, assignments and the targets of redirections', () => {
    expect(
      all([
        'echo "$(a "$(b)")" `c \\`d\\`` ${x:-$(e)} $((1 + $(f)))',
        'diff <(a) >(b) ${ c; }',
        'cat <<E > "$(a)"\n$(b) `c`\nE',
        "cat <<'E'\n$(not)\nE",
        'X=$(a) Y=(1 $(b)) Z[$(c)]=1',
        'X=$(a) cmd <<< "$(b)" 2> >(c)',
        'echo # $(not)',
        'echo \'$(not)\' \\$\\(not\\) "\\$(not)"',
      ]),
    ).toMatchInlineSnapshot(`
      "$ echo "$(a "$(b)")" \`c \\\`d\\\`\` \${x:-$(e)} $((1 + $(f)))
      echo ? ? ? ?
      a ?
      b
      c ?
      d
      e
      f

      $ diff <(a) >(b) \${ c; }
      diff ? ? ?
      a
      b
      c

      $ cat <<E > "$(a)"
      $(b) \`c\`
      E
      cat (opaque)
      b
      c
      a

      $ cat <<'E'
      $(not)
      E
      cat

      $ X=$(a) Y=(1 $(b)) Z[$(c)]=1
      a
      b
      c

      $ X=$(a) cmd <<< "$(b)" 2> >(c)
      cmd (opaque)
      a
      b
      c

      $ echo # $(not)
      echo

      $ echo '$(not)' \\$\\(not\\) "\\$(not)"
      echo "$(not)" "$(not)" "$(not)""
    `);
  });
});

describe('text that is not a command line', () => {
  it('is one opaque command with what is wrong', () => {
    expect(all(['a "b', 'if a; then', 'a $(b', 'a )', 'a && '])).toMatchInlineSnapshot(`
      "$ a "b
      ? (opaque)
      error: unterminated double quote at character 3

      $ if a; then
      ? (opaque)
      error: expected command after 'then' at character 11

      $ a $(b
      ? (opaque)
      error: unterminated command substitution at character 3

      $ a )
      ? (opaque)
      error: unexpected token ')' at character 3

      $ a && 
      ? (opaque)
      error: expected command after '&&' at character 5"
    `);
  });

  it('is not read where a NUL would hide a name from the reader and not from bash', () => {
    expect(parse('r\0m x')).toMatchObject({
      commands: [{ opaque: true }],
      syntaxError: 'The command holds a NUL character',
    });
  });

  it('is not read where it is huge', () => {
    const { commands, syntaxError } = parse(`echo ${'x'.repeat(1_000_000)}`);
    expect(commands.map(({ opaque }) => opaque)).toEqual([true]);
    expect(syntaxError).toBe('The command has 1000005 characters; at most 262144 are read');
  });

  it('has no commands where it is empty', () => {
    expect([parse(''), parse('# only a remark'), parse('  \n')].map(({ commands }) => commands)).toEqual([[], [], []]);
  });

  it.each([
    ['openings', '$('],
    ['wrappers', 'sudo '],
    ['braces', '{a,b}'],
    ['groups of braces', `${'{a,b}'.repeat(8)} `],
    ['open braces', '{'],
    ['sums', 'echo $((1+1)) '],
    ['files', '> x '],
    ['here-documents', '<<A '],
    ['backticks', '`'],
    ['loops', 'while a; do '],
  ])('is read in bounded time: %s', (_, unit) => {
    const start = performance.now();
    parse(`echo ${unit.repeat(Math.floor(200_000 / unit.length))}`);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
