import fs from 'node:fs';
import path from 'node:path';

/**
 * The licences of the packages whose code is in the bundle, as one text.
 *
 * @param {string} root
 * @param {readonly string[]} inputs the bundle's source files, relative to `root`
 */
export function collectLicenses(root, inputs) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const input of inputs) {
    const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
    if (folder === undefined) continue;
    const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const title = `${name} ${version} (${license ?? 'see below'})`;
    if (!texts.has(title)) texts.set(title, licenseText(path.join(root, folder)));
  }
  const parts = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([title, text]) => `${title}\n\n${text.trim()}\n`);
  return `This program contains code of the following packages.\n\n${parts.join(`\n${'-'.repeat(78)}\n\n`)}`;
}

/** @param {string} folder */
function licenseText(folder) {
  const name = fs.readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  return name === undefined ? 'The package has no licence file.' : fs.readFileSync(path.join(folder, name), 'utf8');
}
