// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { describe, expect, it } from 'vitest';
import { all } from './shell.fixture.ts';

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

  it('is what another shell or another option may run', () => {
    expect(
      all([
        'sh -c "((rm x))"; sh -c "[[ -f x && rm y ]]"; bash -c "[[ -f x ]] && ((1))"',
        'git bisect run a; git rebase -x a b; git submodule foreach a; git clone ext::a b; git clean -x; git grep -O x',
        'xargs --eof rm x; strace -o "|a" b; env - rm x; find $x -name y; bash -euo pipefail -c "a"',
        'declare -n r=PATH; a',
        'while IFS= read -r l; do a; done',
      ]),
    ).toMatchInlineSnapshot(`
      "$ sh -c "((rm x))"; sh -c "[[ -f x && rm y ]]"; bash -c "[[ -f x ]] && ((1))"
      [sh -c] ? (opaque)
      [sh -c] ? (opaque)

      $ git bisect run a; git rebase -x a b; git submodule foreach a; git clone ext::a b; git clean -x; git grep -O x
      git bisect run a (opaque)
      git rebase -x a b (opaque)
      git submodule foreach a (opaque)
      git clone ext::a b (opaque)
      git clean -x
      git grep -O x (opaque)
      host ext

      $ xargs --eof rm x; strace -o "|a" b; env - rm x; find $x -name y; bash -euo pipefail -c "a"
      [xargs --eof] rm x ?
      strace -o "|a" b (opaque)
      [env -] rm x
      find ? -name y (opaque)
      [bash -c] a

      $ declare -n r=PATH; a
      declare -n r=PATH (opaque)
      a (opaque)

      $ while IFS= read -r l; do a; done
      read -r l
      a"
    `);
  });

  it('is a word that the grammar does not read as bash does', () => {
    expect(all(['echo 1<(rm y)', 'cat a<(b)', 'cat <(a)b', "x[ ]]''exec", 'a \\'])).toMatchInlineSnapshot(`
      "$ echo 1<(rm y)
      ? (opaque)
      error: The word at character 6 cannot be told for certain

      $ cat a<(b)
      ? (opaque)
      error: The word at character 6 cannot be told for certain

      $ cat <(a)b
      ? (opaque)
      error: The word at character 5 cannot be told for certain

      $ x[ ]]''exec
      ? (opaque)
      error: The word at character 1 cannot be told for certain

      $ a \\
      ? (opaque)
      error: The command ends with a backslash"
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
