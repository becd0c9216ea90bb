import { createLocalEnvironment } from '../local-environment.ts';

/*
 * A host in a process of its own, which a test can end or kill. Arguments: working directory, isolation, scope, script;
 * it ends by itself when the script prints `exit`.
 */
const [cwd = '', isolation = 'none', ownerScope = '', script = ''] = process.argv.slice(2);
const { processes } = createLocalEnvironment({ cwd });
const running = await processes.start({
  run: { script },
  cwd,
  env: processes.commandEnvironment(),
  isolation: isolation === 'workspace' ? 'workspace' : 'none',
  ownerScope,
});
for await (const { bytes } of running.output) {
  process.stdout.write(bytes);
  if (Buffer.from(bytes).toString().includes('exit')) process.exit(0);
}
