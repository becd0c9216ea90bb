import { expect, it } from 'vitest';
import { nearNames } from './path-failure.ts';
import { displayPath, parentPath, resolvePath } from './resolve-path.ts';

const base = { cwd: '/work/project', home: '/home/ada' };

it.each([
  ['a.txt', '/work/project/a.txt'],
  ['./src//a.txt', '/work/project/src/a.txt'],
  ['../other/./a.txt', '/work/other/a.txt'],
  ['/etc/../tmp/', '/tmp'],
  ['../../../..', '/'],
  ['~', '/home/ada'],
  ['~/a.txt', '/home/ada/a.txt'],
  ['~bob/a.txt', '/work/project/~bob/a.txt'],
  ['a b/ü', '/work/project/a b/ü'],
])('takes %s for %s', (path, absolute) => {
  expect(resolvePath(path, base)).toBe(absolute);
});

it('shows paths relative where they are inside, with control characters as symbols', () => {
  expect(
    ['/work/project', '/work/project/a/b', '/work/projects/a', '/work', '/work/project/a\n\u001b[31mb'].map((path) =>
      displayPath(path, base.cwd),
    ),
  ).toEqual(['.', 'a/b', '/work/projects/a', '/work', 'a␊␛[31mb']);
  expect(displayPath('/etc/hosts', '/')).toBe('etc/hosts');
});

it('goes up to the root and no further', () => {
  expect([parentPath('/a/b'), parentPath('/a'), parentPath('/')]).toEqual(['/a', '/', '/']);
});

it('suggests names that are nearly the same, best first', () => {
  const names = ['index.ts', 'index.test.ts', 'INDEX.md', 'reader.ts', 'package.json', 'x'];
  expect(nearNames('index.js', names)).toEqual(['INDEX.md', 'index.ts', 'index.test.ts']);
  expect(nearNames('pakage.json', names)).toEqual(['package.json']);
  expect(nearNames('nothing.alike', names)).toEqual([]);
});
