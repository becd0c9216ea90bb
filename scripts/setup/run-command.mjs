import { spawn } from 'node:child_process';

/**
 * Runs a program and gives its exit code and everything that it printed, with nothing of it shown.
 *
 * @param {readonly string[]} argv
 * @param {{ readonly cwd: string, readonly env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ readonly code: number, readonly output: string }>}
 */
export function runCommand(argv, options) {
  const [program = '', ...rest] = argv;
  return new Promise((resolve) => {
    const child = spawn(program, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const take = (/** @type {Buffer} */ bytes) => {
      output += bytes.toString('utf8');
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => resolve({ code: code ?? (signal === null ? 1 : 128), output }));
  });
}

/** npm as this process was started by it, else the one on PATH. */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}
