import { createHash } from 'node:crypto';
import { type Files, PortError } from '@toolstone/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

export interface FilesUnderTest {
  readonly files: Files;
  /** Absolute, empty, with links resolved, and in the environment of `files`. */
  readonly directory: string;
  /** Runs a script of the POSIX shell in `directory`: what the suite cannot make through the port. */
  shell(script: string): Promise<string>;
  remove(): Promise<void>;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** What every `Files` must do. */
export function filesConformance(name: string, setUp: () => Promise<FilesUnderTest>): void {
  describe(`files: ${name}`, () => {
    let tested: FilesUnderTest;
    let files: Files;
    const at = (path: string): string => `${tested.directory}/${path}`;
    const textAt = async (path: string): Promise<string> => textOf(await files.readAt(at(path), 0, 1_000_000));
    const create = (path: string, text: string) => files.replace(at(path), bytesOf(text), { expect: 'absent' });
    const namesIn = async (path: string): Promise<readonly string[]> =>
      (await files.list(path)).map((entry) => entry.name);
    const codeOf = async (work: Promise<unknown>): Promise<string> => {
      try {
        return `no error: ${JSON.stringify(await work)}`;
      } catch (error) {
        return error instanceof PortError ? error.code : `a defect: ${error}`;
      }
    };
    beforeEach(async () => {
      tested = await setUp();
      files = tested.files;
    });
    afterEach(() => tested.remove());

    describe('stat', () => {
      it('tells size, permission bits and kind of a file', async () => {
        await tested.shell('printf hello > a; chmod 640 a');
        expect(await files.stat(at('a'))).toMatchObject({ kind: 'file', bytes: 5, mode: 0o640 });
      });

      it('tells when a file was modified', async () => {
        await tested.shell('touch -d "2020-01-02T03:04:05Z" a');
        expect((await files.stat(at('a')))?.modifiedMs).toBe(Date.UTC(2020, 0, 2, 3, 4, 5));
      });

      it('gives two names of one file one identity, and two files two', async () => {
        await tested.shell('touch a b; ln a c; ln -s a d');
        const identity = async (path: string) => (await files.stat(at(path)))?.identity;
        expect(await identity('c')).toBe(await identity('a'));
        expect(await identity('d')).toBe(await identity('a'));
        expect(await identity('b')).not.toBe(await identity('a'));
      });

      it('tells directories, pipes and devices apart', async () => {
        await tested.shell('mkdir dir; mkfifo pipe');
        expect((await files.stat(at('dir')))?.kind).toBe('directory');
        expect((await files.stat(at('pipe')))?.kind).toBe('fifo');
        expect((await files.stat('/dev/null'))?.kind).toBe('device');
      });

      it('is null where nothing is: no name, no place for one, a link to nothing, a name that cannot be', async () => {
        await tested.shell('touch file; ln -s nowhere dangling');
        expect(await files.stat(at('missing'))).toBeNull();
        expect(await files.stat(at('file/below'))).toBeNull();
        expect(await files.stat(at('dangling'))).toBeNull();
        expect(await files.stat(at('x'.repeat(5_000)))).toBeNull();
        expect(await files.stat(at('nul\0'))).toBeNull();
      });
    });

    describe('list', () => {
      it('names the entries of a directory in order, with hidden ones and links as links', async () => {
        await tested.shell('touch b .hidden "with space"; mkdir a; ln -s a link; mkfifo pipe');
        expect(await files.list(tested.directory)).toEqual([
          { name: '.hidden', kind: 'file' },
          { name: 'a', kind: 'directory' },
          { name: 'b', kind: 'file' },
          { name: 'link', kind: 'symlink' },
          { name: 'pipe', kind: 'fifo' },
          { name: 'with space', kind: 'file' },
        ]);
      });

      it('refuses what is missing or no directory', async () => {
        await tested.shell('touch file');
        expect(await codeOf(files.list(at('missing')))).toBe('NOT_FOUND');
        expect(await codeOf(files.list(at('file')))).toBe('NOT_A_DIRECTORY');
      });
    });

    describe('realpath', () => {
      it('resolves links in every part of the path', async () => {
        await tested.shell('mkdir -p real/sub; touch real/sub/file; ln -s real one; ln -s sub/file real/two');
        expect(await files.realpath(at('one/two'))).toBe(at('real/sub/file'));
      });

      it('appends what does not exist to the nearest ancestor that does', async () => {
        await tested.shell('mkdir real; ln -s real link');
        expect(await files.realpath(at('link/new/deep/file'))).toBe(at('real/new/deep/file'));
      });

      it('follows a link to nothing, as a write would', async () => {
        await tested.shell('mkdir other; ln -s other/new dangling; ln -s dangling second');
        expect(await files.realpath(at('second'))).toBe(at('other/new'));
      });

      it('reports a loop of links', async () => {
        await tested.shell('ln -s b a; ln -s a b');
        expect(await codeOf(files.realpath(at('a')))).toBe('NOT_FOUND');
      });
    });

    describe('readAt', () => {
      it('gives the bytes from an offset, fewer only at the end', async () => {
        await tested.shell('printf 0123456789 > a');
        expect(textOf(await files.readAt(at('a'), 2, 3))).toBe('234');
        expect(textOf(await files.readAt(at('a'), 8, 100))).toBe('89');
        expect(textOf(await files.readAt(at('a'), 1, 2, new Uint8Array(5)))).toBe('12');
        expect(textOf(await files.readAt(at('a'), 8, 100, new Uint8Array(100)))).toBe('89');
        expect(await files.readAt(at('a'), 10, 5)).toHaveLength(0);
        expect(await files.readAt(at('a'), 1_000_000, 5)).toHaveLength(0);
        expect(await files.readAt(at('a'), 0, 0)).toHaveLength(0);
      });

      it('gives bytes that are not text unchanged', async () => {
        await tested.shell("printf '\\377\\000\\200' > a");
        expect([...(await files.readAt(at('a'), 0, 10))]).toEqual([255, 0, 128]);
      });

      it('reads near the end of a file that is larger than memory', async () => {
        await tested.shell('truncate -s 100G huge; printf end >> huge');
        expect(textOf(await files.readAt(at('huge'), 100 * 2 ** 30, 1_000))).toBe('end');
      });

      it('refuses at once what is not a regular file, a pipe that nobody writes to included', async () => {
        await tested.shell('mkdir dir; mkfifo pipe; ln -s pipe link');
        expect(await codeOf(files.readAt(at('dir'), 0, 1))).toBe('IS_DIRECTORY');
        expect(await codeOf(files.readAt(at('pipe'), 0, 1))).toBe('NOT_A_FILE');
        expect(await codeOf(files.readAt(at('link'), 0, 1))).toBe('NOT_A_FILE');
        expect(await codeOf(files.readAt('/dev/zero', 0, 1))).toBe('NOT_A_FILE');
        expect(await codeOf(files.readAt('/dev/tty', 0, 1))).toBe('NOT_A_FILE');
      });

      it('refuses what is not there', async () => {
        await tested.shell('touch file');
        expect(await codeOf(files.readAt(at('missing'), 0, 1))).toBe('NOT_FOUND');
        expect(await codeOf(files.readAt(at('file/below'), 0, 1))).toBe('NOT_A_DIRECTORY');
        expect(await codeOf(files.readAt(at('nul\0'), 0, 1))).toBe('NOT_FOUND');
      });
    });

    describe('hash', () => {
      it('is the SHA-256 of the whole content', async () => {
        await tested.shell('printf abc > a; : > empty; head -c 3000000 /dev/zero > large');
        expect(await files.hash(at('a'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
        expect(await files.hash(at('empty'))).toBe(sha256(''));
        expect(await files.hash(at('large'))).toBe(sha256(new Uint8Array(3_000_000)));
      });

      it('is absent where no file is, and refuses what is no file', async () => {
        await tested.shell('mkdir dir; mkfifo pipe; ln -s nowhere dangling');
        expect(await files.hash(at('missing'))).toBe('absent');
        expect(await files.hash(at('dangling'))).toBe('absent');
        expect(await codeOf(files.hash(at('dir')))).toBe('IS_DIRECTORY');
        expect(await codeOf(files.hash(at('pipe')))).toBe('NOT_A_FILE');
      });
    });

    describe('replace', () => {
      it('creates a file with its parent directories and says what was before and after', async () => {
        expect(await create('deep/er/a', 'new')).toEqual({ before: 'absent', after: sha256('new') });
        expect(await textAt('deep/er/a')).toBe('new');
      });

      it('replaces the whole content and leaves nothing beside it', async () => {
        await create('a', 'a long first content');
        const changed = await files.replace(at('a'), bytesOf('short'), { expect: sha256('a long first content') });
        expect(changed).toEqual({ before: sha256('a long first content'), after: sha256('short') });
        expect(await textAt('a')).toBe('short');
        expect(await namesIn(tested.directory)).toEqual(['a']);
      });

      it('takes an empty content and one of several megabytes', async () => {
        await create('empty', '');
        expect((await files.stat(at('empty')))?.bytes).toBe(0);
        const large = new Uint8Array(9_000_001).fill(65);
        expect((await files.replace(at('large'), large, { expect: 'absent' })).after).toBe(sha256(large));
        expect(await files.hash(at('large'))).toBe(sha256(large));
      });

      it('removes a file where the bytes are null', async () => {
        await create('a', 'x');
        expect(await files.replace(at('a'), null, { expect: sha256('x') })).toEqual({
          before: sha256('x'),
          after: 'absent',
        });
        expect(await files.stat(at('a'))).toBeNull();
        expect(await files.replace(at('a'), null, { expect: 'absent' })).toEqual({ before: 'absent', after: 'absent' });
      });

      it('changes nothing where the content is not the expected one', async () => {
        await create('a', 'theirs');
        expect(await codeOf(files.replace(at('a'), bytesOf('ours'), { expect: sha256('old') }))).toBe('CHANGED');
        expect(await codeOf(files.replace(at('a'), bytesOf('ours'), { expect: 'absent' }))).toBe('CHANGED');
        expect(await codeOf(files.replace(at('a'), null, { expect: sha256('old') }))).toBe('CHANGED');
        expect(await codeOf(files.replace(at('b'), bytesOf('ours'), { expect: sha256('old') }))).toBe('CHANGED');
        expect(await textAt('a')).toBe('theirs');
        expect(await namesIn(tested.directory)).toEqual(['a']);
      });

      it('keeps the permission bits, or sets those that are asked for', async () => {
        await tested.shell('printf x > a; chmod 4751 a; printf y > b; chmod 600 b');
        await files.replace(at('a'), bytesOf('z'), { expect: sha256('x') });
        await files.replace(at('b'), bytesOf('z'), { expect: sha256('y'), mode: 0o755 });
        await files.replace(at('c'), bytesOf('z'), { expect: 'absent', mode: 0o700 });
        expect((await files.stat(at('a')))?.mode).toBe(0o4751);
        expect((await files.stat(at('b')))?.mode).toBe(0o755);
        expect((await files.stat(at('c')))?.mode).toBe(0o700);
      });

      it('writes through a link: the target changes, the link stays', async () => {
        await tested.shell('mkdir real; printf x > real/a; ln -s real/a link; ln -s real/new dangling');
        await files.replace(at('link'), bytesOf('y'), { expect: sha256('x') });
        await files.replace(at('dangling'), bytesOf('n'), { expect: 'absent' });
        expect(await textAt('real/a')).toBe('y');
        expect(await textAt('real/new')).toBe('n');
        expect(await tested.shell('readlink link dangling')).toBe('real/a\nreal/new\n');
        expect(await namesIn(at('real'))).toEqual(['a', 'new']);
      });

      it('leaves another name of the file with the old content', async () => {
        await tested.shell('printf x > a; ln a b');
        await files.replace(at('a'), bytesOf('y'), { expect: sha256('x') });
        expect([await textAt('a'), await textAt('b')]).toEqual(['y', 'x']);
      });

      it('takes a name of 255 bytes', async () => {
        const name = 'n'.repeat(255);
        await create(name, 'x');
        expect(await textAt(name)).toBe('x');
      });

      it('refuses what is not a regular file and a place that cannot hold one', async () => {
        await tested.shell('mkdir dir; mkfifo pipe; touch file');
        expect(await codeOf(create('dir', 'x'))).toBe('IS_DIRECTORY');
        expect(await codeOf(create('pipe', 'x'))).toBe('NOT_A_FILE');
        expect(await codeOf(create('file/below', 'x'))).toBe('NOT_A_DIRECTORY');
        expect(await codeOf(create('x'.repeat(300), 'x'))).toBe('NOT_FOUND');
        expect(await codeOf(files.replace(at('dir'), null, { expect: 'absent' }))).toBe('IS_DIRECTORY');
        expect(await namesIn(tested.directory)).toEqual(['dir', 'file', 'pipe']);
      });

      it('lets one of several calls that expect the same content win', async () => {
        await create('a', '0');
        const calls = Array.from({ length: 20 }, (_, index) =>
          codeOf(files.replace(at('a'), bytesOf(`${index + 1}`), { expect: sha256('0') })),
        );
        const outcomes = await Promise.all(calls);
        expect(outcomes.filter((outcome) => outcome === 'CHANGED')).toHaveLength(19);
        const winner = outcomes.findIndex((outcome) => outcome !== 'CHANGED');
        expect(await textAt('a')).toBe(`${winner + 1}`);
        expect(await namesIn(tested.directory)).toEqual(['a']);
      });

      it('lets one of several calls that create a file under different names of it win', async () => {
        await tested.shell('mkdir real; ln -s real link');
        const outcomes = await Promise.all([codeOf(create('real/a', '1')), codeOf(create('link/a', '2'))]);
        expect(outcomes.filter((outcome) => outcome === 'CHANGED')).toHaveLength(1);
        expect(await namesIn(at('real'))).toEqual(['a']);
      });

      it('never shows a reader a mixture of two contents', async () => {
        const contents = ['a', 'b'].map((letter) => letter.repeat(500_000));
        await create('file', contents[0] ?? '');
        let isWriting = true;
        const read = async (): Promise<void> => {
          while (isWriting) {
            const text = textOf(await files.readAt(at('file'), 0, 1_000_000));
            expect(contents.includes(text)).toBe(true);
          }
        };
        const reading = read();
        for (let round = 0; round < 20; round += 1) {
          const [from = '', to = ''] = round % 2 === 0 ? contents : contents.toReversed();
          await files.replace(at('file'), bytesOf(to), { expect: sha256(from) });
        }
        isWriting = false;
        await reading;
      });
    });

    it('holds a path that is not absolute for a defect of the caller', async () => {
      expect(await codeOf(files.stat('relative'))).toMatch(/^a defect: TypeError/);
    });
  });
}
