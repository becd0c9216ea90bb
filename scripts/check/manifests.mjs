import fs from 'node:fs';
import path from 'node:path';

/**
 * @typedef {{ readonly path: string, readonly dependencies: Readonly<Record<string, string>>, readonly exports: readonly string[] }} Manifest
 */

/**
 * The `package.json` of the root and of every workspace, with all kinds of dependencies in one.
 *
 * @param {string} root
 * @returns {readonly Manifest[]}
 */
export function readManifests(root) {
  const folders = ['packages', 'apps'].flatMap((folder) =>
    fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  );
  return ['', ...folders.map((folder) => `${folder}/`)]
    .filter((folder) => fs.existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => {
      const manifest = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
      return {
        path: `${folder}package.json`,
        dependencies: {
          ...manifest.peerDependencies,
          ...manifest.devDependencies,
          ...manifest.optionalDependencies,
          ...manifest.dependencies,
        },
        exports: Object.values(manifest.exports ?? {})
          .filter((target) => typeof target === 'string')
          .map((target) => path.posix.join(folder, target)),
      };
    });
}

/**
 * Dependencies that are not pinned to one exact version everywhere, or that `docs/dependencies.md` does not explain, or
 * explains although nothing asks for them.
 *
 * @param {readonly Manifest[]} manifests
 * @param {string} document
 * @returns {readonly string[]}
 */
export function findDependencyProblems(manifests, document) {
  const problems = [];
  /** @type {Map<string, { readonly version: string, readonly path: string }>} */
  const first = new Map();
  for (const { path: file, dependencies } of manifests) {
    for (const [name, version] of Object.entries(dependencies)) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        problems.push(`${file}: ${name} is "${version}"; pin an exact version`);
      const other = first.get(name);
      if (other !== undefined && other.version !== version) {
        problems.push(`${file}: ${name} is ${version}, but ${other.version} in ${other.path}`);
      }
      first.set(name, other ?? { version, path: file });
    }
  }
  const used = new Set([...first.keys()].filter((name) => !name.startsWith('@toolstone/')));
  const explained = new Set(
    document.split('\n').flatMap((line) => {
      const cell = /^\|([^|]+)\|/.exec(line)?.[1] ?? '';
      return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    }),
  );
  for (const name of used) {
    if (!explained.has(name)) problems.push(`docs/dependencies.md: ${name} (${first.get(name)?.path}) has no row`);
  }
  for (const name of explained) {
    if (!used.has(name)) problems.push(`docs/dependencies.md: ${name} has a row, but no package.json asks for it`);
  }
  return problems;
}
