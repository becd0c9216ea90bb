import { defineConfig } from 'vitest/config';

const tier = process.env['TOOLSTONE_TEST_TIER'] ?? 'fast';
const roots = ['packages/*/src', 'apps/*/src', 'scripts', 'bench'];
const suffix = tier === 'slow' ? '.full.test.{ts,tsx}' : '.test.{ts,tsx}';

export default defineConfig({
  test: {
    include: roots.map((root) => `${root}/**/*${suffix}`),
    exclude: ['**/node_modules/**', '**/dist/**', ...(tier === 'fast' ? ['**/*.full.test.{ts,tsx}'] : [])],
    setupFiles: ['scripts/test/offline.mjs'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
