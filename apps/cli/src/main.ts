import { readVersion } from './node/version.ts';

// Answered before anything else is loaded: scripts and people ask for it all the time.
if (process.argv.length === 3 && ['--version', '-V', '-v'].includes(process.argv[2] ?? '')) {
  process.stdout.write(`${readVersion()}\n`);
} else {
  const { runProgram } = await import('./program.ts');
  process.exitCode = await runProgram(process.argv);
}
