import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const prepareUrl = new URL('./prepare.mjs', import.meta.url).href;
const errorUrl = new URL('./setup-error.mjs', import.meta.url).href;

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'toolstone-setup-'));
  write('package.json', { name: 'clone', version: '1.0.0', private: true });
  write('package-lock.json', {
    name: 'clone',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'clone', version: '1.0.0' } },
  });
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const write = (name: string, content: unknown) =>
  fs.writeFileSync(path.join(root, name), typeof content === 'string' ? content : JSON.stringify(content));

/** An npm that writes a line for every run and does what a script says. */
const npmThat = (script: string) => {
  write(
    'npm-cli.js',
    `require('fs').appendFileSync(${JSON.stringify(path.join(root, 'runs'))}, process.argv.slice(2).join(' ') + '\\n');
     ${script}`,
  );
  return path.join(root, 'npm-cli.js');
};

/** Prepares in a process of its own, as `npm start` does. */
const prepareElsewhere = (
  npm: string,
  onStderr: (text: string) => void = () => {},
  stop?: AbortSignal,
): Promise<{ code: number | null; signal: string | null; stderr: string }> =>
  new Promise((resolve) => {
    const code = `const { prepare } = await import(${JSON.stringify(prepareUrl)});
      const { runScript } = await import(${JSON.stringify(errorUrl)});
      await runScript(async () => { await prepare(${JSON.stringify(root)}, { build: false }); return 0; });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, npm_execpath: npm },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => {
      stderr += bytes.toString();
      onStderr(stderr);
    });
    stop?.addEventListener('abort', () => child.kill('SIGTERM'));
    child.on('close', (exit, signal) => resolve({ code: exit, signal, stderr }));
  });

const runsOfNpm = () => fs.readFileSync(path.join(root, 'runs'), 'utf8').trim().split('\n');

test('two commands at once install once, and the second says whom it waits for', async () => {
  const go = JSON.stringify(path.join(root, 'go'));
  const npm = npmThat(`(function wait() { if (!require('fs').existsSync(${go})) setTimeout(wait, 10); })()`);
  const letGo = (stderr: string) => {
    if (stderr.includes('waiting for it')) write('go', '');
  };
  const both = await Promise.all([prepareElsewhere(npm, letGo), prepareElsewhere(npm, letGo)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(runsOfNpm()).toEqual(['ci --no-audit --no-fund']);
  expect(fs.readdirSync(root).filter((name) => name.startsWith('.setup.lock'))).toEqual([]);
});

test('what is installed is not installed again, until the lock file changes', async () => {
  const npm = npmThat('');
  await prepareElsewhere(npm);
  expect((await prepareElsewhere(npm)).stderr).toBe('');
  fs.appendFileSync(path.join(root, 'package-lock.json'), '\n');
  await prepareElsewhere(npm);
  expect(runsOfNpm()).toHaveLength(2);
});

test('a lock whose process was killed is taken over', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => gone.on('close', resolve));
  write('.setup.lock', { pid: gone.pid, token: 'x' });
  expect((await prepareElsewhere(npmThat(''))).code).toBe(0);
});

test('a signal ends the installation too, and the next command starts over', async () => {
  const npm = npmThat(
    `process.on('SIGTERM', () => { require('fs').writeFileSync(${JSON.stringify(path.join(root, 'ended'))}, ''); process.exit(1); });
     console.error(''); setInterval(() => {}, 1000); require('fs').writeFileSync(${JSON.stringify(path.join(root, 'ready'))}, '');`,
  );
  const watcher = fs.watch(root, () => {
    if (fs.existsSync(path.join(root, 'ready'))) stop.abort();
  });
  const stop = new AbortController();
  const { code, signal } = await prepareElsewhere(npm, undefined, stop.signal);
  watcher.close();
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGTERM' });
  expect(fs.existsSync(path.join(root, 'ended'))).toBe(true);
  expect((await prepareElsewhere(npmThat(''))).code).toBe(0);
});

test('an installation without a network says so and what to do', async () => {
  const { code, stderr } = await prepareElsewhere(
    npmThat(`console.error('npm error code ENOTFOUND'); process.exitCode = 1`),
  );
  expect(code).toBe(1);
  expect(stderr.split('\n').slice(-5).join('\n')).toMatchInlineSnapshot(`
    "
      npm error code ENOTFOUND
    The dependencies could not be downloaded.
    Check the connection, the proxy and \`npm config get registry\`, then run the command again.
    "
  `);
});

test('a lock file that does not fit is told from a missing network', async () => {
  const { stderr } = await prepareElsewhere(
    npmThat(`console.error('npm error code EUSAGE'); console.error('npm error network'); process.exitCode = 1`),
  );
  expect(stderr).toContain('package-lock.json does not fit the package.json files.\nRun `npm install` once');
});

test('an unknown failure of npm shows the end of what npm said', async () => {
  const { stderr } = await prepareElsewhere(npmThat(`console.error('npm error disk on fire'); process.exitCode = 7`));
  expect(stderr).toContain('  npm error disk on fire\nThe dependencies could not be installed (npm ci ended with 7).');
});

test('the scripts that run before anything is installed import Node’s own modules only', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const early = [
    ...fs.readdirSync(folder).map((name) => path.join(folder, name)),
    ...['start.mjs', 'test.mjs', 'check.mjs', 'build.mjs', 'start/start.mjs'].map((name) =>
      path.join(folder, '..', name),
    ),
  ].filter((file) => file.endsWith('.mjs'));
  const imports = early.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/(?:^import|^} from|from|import\()\s*'([^']+)'/gm)].map(
      ([, name = '']) => name,
    ),
  );
  expect(imports.filter((name) => !name.startsWith('node:') && !name.startsWith('.'))).toEqual([]);
});
