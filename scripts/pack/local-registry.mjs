import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

/**
 * A package registry on loopback that has what `node_modules` has, so that an installation can be tried without a
 * network. What a package compiled here is left out, as in the published package.
 *
 * @param {string} root the repository
 * @param {string} work an empty folder for the archives
 * @returns {Promise<{ readonly url: string, close(): Promise<void> }>}
 */
export async function startLocalRegistry(root, work) {
  const places = installedPlaces(root);
  const server = http.createServer((request, response) => {
    const [, name = '', version] =
      /^\/(.+?)(?:\/-\/(\d[^/]*)\.tgz)?$/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const versions = places.get(name);
    if (versions === undefined) return response.writeHead(404).end('{}');
    if (version === undefined) return response.end(JSON.stringify(describe(name, versions, url())));
    const folder = versions.get(version);
    return folder === undefined ? response.writeHead(404).end() : response.end(fs.readFileSync(archive(folder)));
  });

  const url = () => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  };
  /** @param {string} folder */
  const archive = (folder) => {
    const key = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    const file = path.join(work, `${key}.tgz`);
    if (fs.existsSync(file)) return file;
    const stage = path.join(work, key);
    fs.mkdirSync(stage);
    fs.symlinkSync(folder, path.join(stage, 'package'));
    // -h follows the link, so that all lies under `package/` as npm wants it, with any tar.
    execFileSync('tar', [
      '-chzf',
      file,
      '--exclude',
      'package/node_modules',
      '--exclude',
      'package/build',
      '-C',
      stage,
      'package',
    ]);
    return file;
  };

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return {
    url: url(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Every installed package: name → version → folder.
 *
 * @param {string} root
 * @returns {ReadonlyMap<string, ReadonlyMap<string, string>>}
 */
function installedPlaces(root) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  /** @type {Map<string, Map<string, string>>} */
  const places = new Map();
  for (const place of Object.keys(packages)) {
    const name = place.split('node_modules/').at(-1);
    const folder = path.join(root, place);
    if (name === undefined || packages[place].link || !place.includes('node_modules/') || !fs.existsSync(folder))
      continue;
    const versions = places.get(name) ?? new Map();
    places.set(name, versions.set(packages[place].version, folder));
  }
  return places;
}

/**
 * @param {string} name
 * @param {ReadonlyMap<string, string>} versions
 * @param {string} url
 */
function describe(name, versions, url) {
  const manifests = [...versions].map(([version, folder]) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return [version, { ...manifest, dist: { tarball: `${url}/${name}/-/${version}.tgz` } }];
  });
  return { name, 'dist-tags': { latest: [...versions.keys()].at(-1) }, versions: Object.fromEntries(manifests) };
}
