import { parseShellCommand } from './shell-command.ts';

/** Where command lines of tests stand. */
export const place = { cwd: '/work/proj', home: '/home/ada' };
export const parse = (text: string) => parseShellCommand(text, place);

/** One line a command: wrappers, name, arguments (`?` cannot be known), a mark where it is opaque; then files and hosts. */
export const show = (text: string): string => {
  const { commands, touches, hosts, syntaxError } = parse(text);
  return [
    ...commands.map(({ name, args, wrappers, opaque, program }) =>
      [
        ...wrappers.map((wrapper) => `[${wrapper}]`),
        program ?? name ?? '?',
        ...args.map((arg) => (arg === null ? '?' : /^[\w./:=@+-]+$/.test(arg) ? arg : JSON.stringify(arg))),
        ...(opaque ? ['(opaque)'] : []),
      ].join(' '),
    ),
    ...touches.map(({ path, access }) => `${access} ${path}`),
    ...hosts.map((host) => `host ${host}`),
    ...(syntaxError === undefined ? [] : [`error: ${syntaxError}`]),
  ].join('\n');
};
export const all = (texts: readonly string[]): string => texts.map((text) => `$ ${text}\n${show(text)}`).join('\n\n');
