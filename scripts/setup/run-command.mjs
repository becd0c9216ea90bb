import { spawn } from 'node:child_process';

/** @type {readonly NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program and gives its exit code and everything that it printed, with nothing of it shown.
 *
 * A signal that would end this process ends the program first: an orphaned `npm ci` would still write.
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
    /** @type {NodeJS.Signals | undefined} */
    let ending;
    const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
      ending = signal;
      child.kill(signal);
    };
    for (const signal of endingSignals) process.on(signal, onSignal);
    const finish = (/** @type {number} */ code) => {
      for (const signal of endingSignals) process.removeListener(signal, onSignal);
      if (ending !== undefined) process.kill(process.pid, ending);
      else resolve({ code, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 128));
  });
}

/** npm as this process was started by it, else the one on PATH. */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  return script?.endsWith('.js') ? [process.execPath, script] : ['npm'];
}
