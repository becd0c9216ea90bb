// What may import what (the house of ARCHITECTURE.md). Type-only imports count.
const fs = require('node:fs');
const path = require('node:path');

/** The layers, lowest first; a package imports from lower layers only, never from its siblings. */
const layers = [['protocol'], ['kernel', 'search'], ['host', 'models'], ['tools'], ['server'], ['apps']];
/** Tests and what only tests use: shared suites of a port, programs that a test starts, recorded data. */
const isTest = '[.](test|conformance|fixture|test-support)[.]tsx?$|/fixtures/|^apps/[^/]+/src/testing/';

/** Exported for tests and tools of other packages, never bundled: it may use what only a clone has. */
const developmentOnly = '^packages/host/src/node/workers/bundle-(worker|file)[.]ts$';

const folders = fs.readdirSync(path.join(__dirname, 'packages'));
const exportsOf = (name) => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, 'packages', name, 'package.json'), 'utf8'));
  return Object.values(manifest.exports ?? {}).map((target) => path.posix.join('packages', name, target));
};
const literal = (text) => text.replaceAll('.', '[.]');
const folderOf = (name) => (name === 'apps' ? '^apps/' : `^packages/${name}/`);

const layerRules = layers.flatMap((members, level) =>
  members.map((name) => {
    const allowed = layers.slice(0, level).flat();
    const forbidden = [...layers.flat(), 'testing'].filter((other) => other !== name && !allowed.includes(other));
    return {
      name: `layer-of-${name}`,
      comment: `${name} imports from ${allowed.join(', ') || 'no other package'} only.`,
      severity: 'error',
      from: { path: folderOf(name), pathNot: isTest },
      to: { path: forbidden.map(folderOf) },
    };
  }),
);

const insideRules = folders
  .filter((name) => fs.existsSync(path.join(__dirname, 'packages', name, 'package.json')))
  .map((name) => ({
    name: `inside-of-${name}`,
    comment: `Only what ${name}'s package.json exports is there for others.`,
    severity: 'error',
    from: { path: '^(packages|apps)/', pathNot: `^packages/${name}/` },
    to: { path: `^packages/${name}/`, pathNot: exportsOf(name).map((file) => `^${literal(file)}$`) },
  }));

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle, type-only imports included, makes its members one module.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import leads nowhere: a missing file, or a dependency that no package.json names.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'dependency-is-named',
      comment: 'A package names what it imports in its own package.json.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: [isTest, developmentOnly] },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-dependency-in-a-package',
      comment:
        'What runs in production is a dependency, not a development dependency. (The app is bundled: there all are.)',
      severity: 'error',
      from: { path: '^packages/(?!testing/)', pathNot: [isTest, developmentOnly] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '^packages/' },
    },
    {
      name: 'protocol-depends-on-zod-only',
      severity: 'error',
      from: { path: '^packages/protocol/', pathNot: isTest },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'kernel-is-pure',
      comment: 'No Node module, no vendor SDK, no SQL: the kernel is TypeScript over ports.',
      severity: 'error',
      from: { path: '^packages/kernel/', pathNot: isTest },
      to: { path: '^node_modules/(openai|@anthropic-ai|@google|kysely|better-sqlite3)/' },
    },
    {
      name: 'kernel-imports-no-node-module',
      severity: 'error',
      from: { path: '^packages/kernel/', pathNot: isTest },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-code-for-tests-in-production',
      severity: 'error',
      from: { path: '^(packages/(?!testing/)|apps/)', pathNot: isTest },
      to: { path: [isTest, '^packages/testing/'] },
    },
    ...layerRules,
    ...insideRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|fixtures)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
