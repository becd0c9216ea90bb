import { renderFailure } from '@toolstone/protocol';
import { Command, CommanderError, Option } from 'commander';
import { CommandFailure, usageFailure } from './command-failure.ts';
import { describeCommands } from './command-line/describe-commands.ts';
import type { InteractiveFlags } from './commands/interactive.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { endQuietlyWithReader, tellLine } from './node/output.ts';
import { readVersion } from './node/version.ts';
import { nearestWord } from './terminal/model/fuzzy-match.ts';

const PROVIDERS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;

/** Runs one command line and gives its exit code. Each command's code is loaded when it is called. */
export async function runProgram(argv: readonly string[]): Promise<ExitCode> {
  endQuietlyWithReader();
  let code: ExitCode = exitCode.done;
  const done = (result: ExitCode): void => {
    code = result;
  };
  try {
    await createProgram(done).parseAsync([...argv]);
    return code;
  } catch (error) {
    return await tell(error);
  }
}

async function tell(error: unknown): Promise<ExitCode> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
  if (error instanceof CommandFailure) {
    tellLine(renderFailure(error.failure));
    return error.exitCode;
  }
  // The kernel is loaded already where one of its ports failed.
  const { portFailure } = await import('@toolstone/kernel');
  const failure = portFailure(error);
  if (failure !== undefined) {
    tellLine(renderFailure(failure));
    return exitCode.failed;
  }
  tellLine(`toolstone: a defect ended the command.\n${error instanceof Error ? error.stack : error}`);
  return exitCode.failed;
}

/** The command line with all its commands; `done` gets the exit code of the one that was run. */
export function createProgram(done: (code: ExitCode) => void): Command {
  const program = new Command('toolstone')
    .description('Gives any language model real tools and keeps a person in charge of them.')
    .version(readVersion(), '-V, --version', 'the version')
    .exitOverride()
    .argument('[prompt...]', 'a first message for the interactive terminal')
    .addOption(new Option('--cwd <dir>', 'the directory to work in').default(process.cwd(), 'this one'))
    .option('--model <name>', 'the model: a name of [models], or provider/model')
    .addOption(new Option('--provider <wire>', 'the wire of --base-url').choices(PROVIDERS))
    .option('--base-url <url>', 'where the model is served')
    .option('--allow <rule>', 'allow calls: LABEL or LABEL(PATTERN); repeatable', collect, [])
    .option('--deny <rule>', 'deny calls, likewise; repeatable', collect, [])
    .option('--skip-permissions', 'approve whatever no rule denies')
    .option('--trust', "trust this folder's .toolstone files")
    .addOption(new Option('--continue', 'go on with the newest workstream of this directory').conflicts('resume'))
    .option('--resume [id]', 'go on with this workstream; without an id, choose one of this directory')
    .option('--plain', 'questions and answers as lines, no screen')
    .action(async (prompt: string[], options: InteractiveFlags) => {
      refuseMistypedCommand(prompt, program);
      const { runInteractive } = await import('./commands/interactive.ts');
      done(await runInteractive(prompt.join(' '), options));
    });

  program
    .command('run')
    .description('one prompt without a person: what would be asked is denied; @IMAGE in it is attached')
    .option('-p, --prompt <text>', 'the prompt; - or nothing reads standard input')
    .addOption(
      new Option('--output <form>', 'what is printed').choices(['text', 'json', 'stream-json']).default('text'),
    )
    .option('--max-rounds <n>', 'model replies in one turn', '100')
    .action(async (_options, command: Command) => {
      const { runHeadless } = await import('./commands/run.ts');
      done(await runHeadless(command.optsWithGlobals()));
    });

  program
    .command('call <tool> [arguments]')
    .description(
      'one tool by hand, through the same pipeline; arguments are JSON, a bare text, or - for standard input',
    )
    .option('--json', 'print the whole result as one JSON object')
    .option('--yes', 'approve the call')
    .option('--session <name>', 'share what was read, grants and undo with other calls of this name')
    .action(async (tool: string, args: string | undefined, _options, command: Command) => {
      const { runCall } = await import('./commands/call.ts');
      done(await runCall(tool, args, command.optsWithGlobals()));
    });

  addToolCommands(program, done);
  addSessionCommands(program, done);
  addSettingsCommands(program, done);
  describeCommands(program);
  return program;
}

const MAX_COMMAND_WORDS = 3;

/** A few bare words of which the first is nearly a command are a typing error, not something to say to a model. */
function refuseMistypedCommand(words: readonly string[], { commands }: Command): void {
  const [first] = words;
  if (first === undefined || words.length > MAX_COMMAND_WORDS || words.some((word) => /\s/.test(word))) return;
  const near = nearestWord(
    first,
    commands.map((command) => command.name()),
  );
  if (near === undefined) return;
  throw usageFailure(
    `there is no command "${first}"`,
    `Did you mean ${near}? See \`toolstone ${near} --help\`; to say it to a model, start \`toolstone\` and type it there`,
  );
}

function addToolCommands(program: Command, done: (code: ExitCode) => void): void {
  const tools = program.command('tools').description('the tools and what they take');
  tools
    .command('list')
    .description('their names, what they may touch and what they are for')
    .option('--json', 'as JSON')
    .action(async (_options, command: Command) => {
      const { listTools } = await import('./commands/tools.ts');
      done(await listTools(command.optsWithGlobals()));
    });
  tools
    .command('show <name>')
    .description('one tool: what it says to a model, its parameters')
    .action(async (name: string) => {
      const { showTool } = await import('./commands/tools.ts');
      done(await showTool(name));
    });
  tools
    .command('export')
    .description('all tools as JSON, as models are told of them or with their metadata (seed)')
    .addOption(
      new Option('--format <form>', 'the JSON form').choices(['openai', 'anthropic', 'seed']).default('openai'),
    )
    .action(async (_options, command: Command) => {
      const { exportTools } = await import('./commands/tools.ts');
      done(await exportTools(command.optsWithGlobals()));
    });
}

function addSessionCommands(program: Command, done: (code: ExitCode) => void): void {
  const sessions = program.command('sessions').description('the workstreams of this data directory');
  sessions
    .command('list')
    .description('the newest first: id, time, state, tokens, cost, name')
    .option('--all', 'of every directory, single calls included')
    .option('--json', 'as JSON')
    .action(async (_options, command: Command) => {
      const { listSessions } = await import('./commands/sessions.ts');
      done(await listSessions(command.optsWithGlobals()));
    });
  sessions
    .command('show <id>')
    .description('what was said and done, and what each turn took; an id, its beginning or a name')
    .option('--full', 'results whole, those in the workspace too')
    .action(async (id: string, _options, command: Command) => {
      const { showSession } = await import('./commands/sessions.ts');
      done(await showSession(id, command.optsWithGlobals()));
    });
  sessions
    .command('export <id>')
    .description('its log, one record a line')
    .action(async (id: string, _options, command: Command) => {
      const { exportSession } = await import('./commands/sessions.ts');
      done(await exportSession(id, command.optsWithGlobals()));
    });
  sessions
    .command('delete <id>')
    .description('remove it with its blobs')
    .action(async (id: string, _options, command: Command) => {
      const { deleteSession } = await import('./commands/sessions.ts');
      done(await deleteSession(id, command.optsWithGlobals()));
    });
  program
    .command('undo [id]')
    .description('take back the file changes of the newest turn that has some')
    .option('--list', 'only show what could be taken back')
    .option('--turn <scope>', 'of this turn, such as r3')
    .action(async (id: string | undefined, _options, command: Command) => {
      const { runUndo } = await import('./commands/undo.ts');
      done(await runUndo(id, command.optsWithGlobals()));
    });
}

function addSettingsCommands(program: Command, done: (code: ExitCode) => void): void {
  const models = program.command('models').description('the models that can be used');
  models
    .command('list')
    .description('those of config.toml and those that are found by themselves; * answers')
    .option('--json', 'as JSON')
    .action(async (_options, command: Command) => {
      const { listModels } = await import('./commands/models.ts');
      done(await listModels(command.optsWithGlobals()));
    });
  models
    .command('test [name]')
    .description('ask a model for one word')
    .action(async (name: string | undefined, _options, command: Command) => {
      const { testModel } = await import('./commands/models.ts');
      done(await testModel(name, command.optsWithGlobals()));
    });
  models
    .command('add <name>')
    .description('add a model to config.toml; a path to a .gguf file adds an embedded one')
    .option('--api-key-env <variable>', 'the environment variable with the key')
    .option('--yes', 'install what an embedded model needs without asking')
    .action(async (name: string, _options, command: Command) => {
      const { addModel } = await import('./commands/models.ts');
      done(await addModel(name, command.optsWithGlobals()));
    });

  const config = program.command('config').description('the settings');
  config
    .command('list')
    .description('every value in force, and where it comes from')
    .action(async (_options, command: Command) => {
      const { listSettings } = await import('./commands/config.ts');
      done(await listSettings(command.optsWithGlobals()));
    });
  config
    .command('get <key>')
    .description('one value')
    .action(async (key: string, _options, command: Command) => {
      const { getSetting } = await import('./commands/config.ts');
      done(await getSetting(key, command.optsWithGlobals()));
    });
  config
    .command('set <key> <value>')
    .description('write one value into config.toml, checked')
    .action(async (key: string, value: string, _options, command: Command) => {
      const { changeSetting } = await import('./commands/config.ts');
      done(await changeSetting(key, value, command.optsWithGlobals()));
    });
  config
    .command('path')
    .description('where settings, rules and the log lie')
    .action(async (_options, command: Command) => {
      const { showPaths } = await import('./commands/config.ts');
      done(await showPaths(command.optsWithGlobals()));
    });

  const policy = program.command('policy').description('what the rules say of a call');
  policy
    .command('explain <tool> [arguments]')
    .description('which rule decides a call, and why')
    .option('--json', 'as JSON')
    .action(async (tool: string, args: string | undefined, _options, command: Command) => {
      const { explainPolicy } = await import('./commands/policy.ts');
      done(await explainPolicy(tool, args, command.optsWithGlobals()));
    });
  policy
    .command('test <file>')
    .description('check calls of a JSON Lines file ({tool, arguments, expect}) against the rules')
    .action(async (file: string, _options, command: Command) => {
      const { testPolicy } = await import('./commands/policy.ts');
      done(await testPolicy(file, command.optsWithGlobals()));
    });

  program
    .command('doctor')
    .description('check the installation')
    .option('--json', 'as JSON')
    .action(async (_options, command: Command) => {
      const { runDoctor } = await import('./node/doctor.ts');
      done(await runDoctor(command.optsWithGlobals()));
    });
  program
    .command('tour')
    .description('a short tour with the real tools, without a model')
    .action(async (_options, command: Command) => {
      const { runTour } = await import('./node/tour.ts');
      done(await runTour(command.optsWithGlobals()));
    });
}

const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];
