import { type Failure, renderFailure } from '@toolstone/protocol';
import type { Command, Option } from 'commander';
import { examples } from './examples.ts';

const place = ['--cwd', '--trust'];
const rules = ['--allow', '--deny', '--skip-permissions'];
const model = ['--model', '--provider', '--base-url'];

/** The options of the whole program that mean something to a command; the others are not shown in its help. */
const relevant: Readonly<Record<string, readonly string[]>> = {
  'toolstone run': [...place, ...model, ...rules, '--continue', '--resume'],
  'toolstone call': [...place, ...rules],
  'toolstone undo': ['--cwd'],
  'toolstone sessions list': ['--cwd'],
  'toolstone models list': [...place, ...model],
  'toolstone models test': [...place, ...model],
  'toolstone models add': model,
  'toolstone config list': place,
  'toolstone config get': place,
  'toolstone policy explain': [...place, ...rules],
  'toolstone policy test': [...place, ...rules],
  'toolstone doctor': [...place, ...model],
  'toolstone tour': place,
};

const exitCodes =
  'Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 denied, 4 model unreachable, 130 interrupted.';

/** Gives each command its help (what matters to it, with examples) and one form of error for what was mistyped. */
export function describeCommands(command: Command): void {
  const path = pathOf(command);
  const shown = examples[path] ?? [];
  const shownGlobals = new Set(relevant[path] ?? []);
  command
    .configureHelp({
      showGlobalOptions: true,
      optionDescription: describeOption,
      visibleGlobalOptions: (of) => globalsOf(of).filter((option) => shownGlobals.has(option.long ?? '')),
      styleTitle: (title) => title.replace('Global Options', 'Options of every command'),
    })
    .configureOutput({ outputError: (text, write) => write(`${renderFailure(misuse(text, path, shown))}\n`) })
    .helpOption('-h, --help', 'this help');
  if (command.commands.length > 0 && command.parent) command.helpCommand(false);
  command.addHelpText('after', () => {
    const title = shown.length > 1 ? 'Examples' : 'Example';
    const foot =
      path === 'toolstone run' || path === 'toolstone call' || path === 'toolstone' ? `\n${exitCodes}\n` : '';
    return `\n${title}:\n${shown.map((line) => `  ${line}`).join('\n')}\n${foot}`;
  });
  for (const child of command.commands) describeCommands(child);
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

const globalsOf = ({ parent }: Command): Option[] =>
  parent ? [...parent.options.filter(({ hidden }) => !hidden), ...globalsOf(parent)] : [];

/** The description with the choices and the default, where there is one worth saying. */
function describeOption({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const standard = defaultValueDescription ?? (typeof defaultValue === 'string' ? defaultValue : undefined);
  const facts = [
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(standard === undefined ? [] : [`default: ${standard}`]),
  ];
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`;
}

/** `error: unknown option '--nope'` as a failure like any other, with what would have been right. */
function misuse(text: string, path: string, [example]: readonly string[]): Failure {
  const [first = '', ...hints] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const [message = '', ...more] = first.replace(/\.$/, '').split('. ');
  const said = [...more, ...hints.map((line) => line.replace(/^\((.*)\)$/, '$1'))];
  const lacksWords = /argument|too many/.test(message) && more.length === 0;
  if (example !== undefined && (lacksWords || message.startsWith('too many'))) said.push(`For example: ${example}`);
  const steps = [...said, `See \`${path} --help\``].map((step) => (/[.?!]$/.test(step) ? step : `${step}.`));
  return { code: 'USAGE_INVALID', message, nextStep: steps.join(' ').replace(/\.$/, '') };
}
