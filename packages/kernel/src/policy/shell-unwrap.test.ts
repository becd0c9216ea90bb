// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { describe, expect, it } from 'vitest';
import { all } from './shell.fixture.ts';

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
