/**
 * Leaves zod's translations out of the bundle, all but English: they are half of it, and nothing here chooses another.
 *
 * @type {import('esbuild').Plugin}
 */
export const leanZod = {
  name: 'lean-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
      loader: 'js',
    }));
  },
};
