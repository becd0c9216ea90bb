import { type Binding, bindings, type Context } from '../input/key-bindings.ts';
import { slashCommands } from './slash-commands.ts';

const sections: readonly { readonly title: string; readonly contexts: readonly Context[] }[] = [
  { title: 'Keys', contexts: ['prompt', 'anywhere', 'editor'] },
  { title: 'When a call asks', contexts: ['approval'] },
];

export interface KeyHelp {
  readonly keys: string;
  readonly help: string;
}

const shownKeys: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  tab: 'Tab',
  space: 'Space',
  backspace: 'Backspace',
  home: 'Home',
  end: 'End',
  delete: 'Delete',
  pageup: 'PgUp',
  pagedown: 'PgDn',
};

/** `ctrl+o` as people write it: `Ctrl+O`. */
const showKey = (key: string): string =>
  key
    .split('+')
    .map((part, index, all) => {
      if (shownKeys[part] !== undefined) return shownKeys[part];
      if (all.length === 1) return part;
      return index < all.length - 1 || part.length > 1 ? part[0]?.toUpperCase() + part.slice(1) : part.toUpperCase();
    })
    .join('+');

const helpOf = ({ keys, help }: Binding): readonly KeyHelp[] =>
  help === undefined ? [] : [{ keys: keys.slice(0, 2).map(showKey).join(' '), help }];

/** The keys that matter, by place, as the table of bindings has them. */
export const keySections = (): readonly { readonly title: string; readonly rows: readonly KeyHelp[] }[] =>
  sections.map(({ title, contexts }) => ({
    title,
    rows: bindings.filter(({ context }) => contexts.includes(context)).flatMap(helpOf),
  }));

const cell = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|');

export function helpMarkdown(): string {
  const commands = slashCommands.map(({ name, arguments: args, help }) => `| /${name} ${cell(args)} | ${help} |`);
  const keys = keySections().map(({ title, rows }) =>
    [
      `| ${title} | |`,
      '| --- | --- |',
      ...rows.map(({ keys: shown, help }) => `| ${cell(shown)} | ${cell(help)} |`),
    ].join('\n'),
  );
  return [
    [
      '| Commands | |',
      '| --- | --- |',
      ...commands,
      '| !COMMAND | run a shell command by hand |',
      '| @FILE | name a file, Tab completes it; an image goes with the message |',
    ].join('\n'),
    ...keys,
  ].join('\n\n');
}
