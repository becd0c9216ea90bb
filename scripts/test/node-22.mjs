import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackedApp } from '../pack/packed-app.mjs';
import { npmCommand } from '../setup/run-command.mjs';

const fetchLimitMs = 180_000;
const runLimitMs = 240_000;
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * Runs what differs between Node 20 and 22 on Node 22; says so in one line, and passes, where that Node is not to be had.
 *
 * @param {string} root
 * @returns {Promise<number>} the exit code
 */
export async function runOnNode22(root) {
  const node = fetchNode22(root);
  if (node === null) {
    process.stdout.write('Node 22: left out, npm could not bring it\n');
    return 0;
  }
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'toolstone-node22-'));
  try {
    const { program } = await installPackedApp(root, work);
    const call = ['call', 'get_current_time', '{"timezone":"UTC"}', '--json', '--yes'];
    const steps = [
      {
        name: 'storage on node:sqlite',
        args: ['node_modules/vitest/vitest.mjs', 'run', 'packages/host/src/node/sqlite'],
      },
      { name: 'the packed program says its version', args: [program, '--version'] },
      { name: 'the packed program runs a tool', args: [program, ...call] },
    ];
    const results = steps.map((step) => runStep(root, node, path.join(work, 'data'), step));
    return results.every(Boolean) ? 0 : 1;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} node
 * @param {string} home
 * @param {{ readonly name: string, readonly args: readonly string[] }} step
 */
function runStep(root, node, home, { name, args }) {
  const { status, stdout, stderr, error } = spawnSync(node, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: runLimitMs,
    input: '',
    env: { ...process.env, TOOLSTONE_HOME: home, NO_COLOR: '1' },
  });
  const isGood = status === 0;
  process.stdout.write(`${isGood ? 'ok    ' : 'FAILED'} Node 22: ${name}\n`);
  if (!isGood) process.stdout.write(`${stdout}${stderr}${error?.message ?? ''}\n`);
  return isGood;
}

/**
 * Brings Node 22 into the cache below `node_modules`; npm keeps the download in its own.
 *
 * @param {string} root
 * @returns {string | null} the program, or null where it cannot be had
 */
function fetchNode22(root) {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) return null;
  const folder = path.join(root, 'node_modules', '.cache', 'toolstone', 'node22');
  const node = path.join(folder, 'node_modules', `node-${platform}`, 'bin', 'node');
  if (!fs.existsSync(node)) {
    fs.mkdirSync(folder, { recursive: true });
    // A project of its own: npm would else look upwards and find this repository.
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    const [program = 'npm', ...npm] = npmCommand();
    const args = [...npm, 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `node-${platform}@22`];
    spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: fetchLimitMs, stdio: 'ignore' });
  }
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return version.startsWith('v22.') ? node : null;
}
