/** The file of a named worker: beside this one in the bundle; running from source, in the last build. */
export function workerUrl(name: 'job-worker'): URL {
  const isSource = import.meta.url.includes('/src/');
  return new URL(isSource ? `../../dist/${name}.js` : `./${name}.js`, import.meta.url);
}
