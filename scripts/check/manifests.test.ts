import { expect, test } from 'vitest';
import { findDependencyProblems } from './manifests.mjs';

const manifest = (path: string, dependencies: Record<string, string>) => ({ path, dependencies, exports: [] });

test('every dependency has a row, every row a dependency, every version is one and exact', () => {
  const manifests = [
    manifest('package.json', { vitest: '4.1.12', zod: '^4.6.7' }),
    manifest('packages/a/package.json', { zod: '4.6.8', '@toolstone/b': '0.1.0', left: '1.0.0' }),
  ];
  const document =
    '| package | what |\n| --- | --- |\n| `zod` | x |\n| `vitest`, `gone` | `left` in another column |\n';
  expect(findDependencyProblems(manifests, document)).toMatchInlineSnapshot(`
    [
      "package.json: zod is "^4.6.7"; pin an exact version",
      "packages/a/package.json: zod is 4.6.8, but ^4.6.7 in package.json",
      "docs/dependencies.md: left (packages/a/package.json) has no row",
      "docs/dependencies.md: gone has a row, but no package.json asks for it",
    ]
  `);
});
