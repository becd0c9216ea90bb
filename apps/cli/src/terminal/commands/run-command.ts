import { isBusy } from '../model/conversation.ts';
import { type Effect, type Step, step } from '../model/effect.ts';
import { nearestWord } from '../model/fuzzy-match.ts';
import type { Item } from '../model/item.ts';
import { notify, printItem } from '../model/notify.ts';
import type { Screen } from '../model/screen.ts';
import { plural, shortCost, shortCount } from '../style/amounts.ts';
import { helpMarkdown } from './help-text.ts';
import { splitFirstWord } from './parse-command.ts';
import { type SlashCommand, type SlashCommandName, slashCommands } from './slash-commands.ts';

/** Does what a command says, or says why it cannot now. */
export function runCommand(screen: Screen, name: SlashCommandName, argument: string): Step {
  const command: SlashCommand | undefined = slashCommands.find((known) => known.name === name);
  if (command?.needsIdle && isBusy(screen.conversation)) {
    return step(notify(screen, `/${name} has to wait until the turn has ended; Esc stops it`, 'warning'));
  }
  const send = (message: Extract<Effect, { type: 'send' }>['message']): Step => step(screen, { type: 'send', message });
  switch (name) {
    case 'help':
      return print(screen, { type: 'answer', markdown: helpMarkdown() });
    case 'model':
      return argument === '' ? print(screen, modelItem(screen)) : send({ type: 'switch', lane: argument });
    case 'models':
      return step(screen, { type: 'list-models' });
    case 'tools':
      return print(screen, toolsItem(screen));
    case 'call':
      return call(screen, argument);
    case 'undo':
      if (argument === 'list') return step(screen, { type: 'list-changes' });
      return send({ type: 'undo', ...(argument !== '' && { scope: argument }) });
    case 'compact':
      return send({ type: 'compact' });
    case 'resume':
      return step(screen, argument === '' ? { type: 'list-workstreams' } : { type: 'open-workstream', id: argument });
    case 'new':
      return step(screen, { type: 'new-workstream' });
    case 'name':
      if (argument === '')
        return step(notify(screen, `This workstream is called "${screen.workstream.name}"; /name TEXT changes it`));
      return step(notify(screen, `Named "${argument.slice(0, 200)}"`), {
        type: 'send',
        message: { type: 'rename', name: argument.slice(0, 200) },
      });
    case 'usage':
      return print(screen, usageItem(screen));
    case 'policy':
      return explain(screen, argument);
    case 'queue':
      return queue(screen, argument);
    case 'thinking':
      return step(toggleThinking(screen));
    case 'copy':
      return copy(screen);
    case 'stop':
      return send({ type: 'cancel' });
    case 'clear':
      return step(screen, { type: 'clear-screen' });
    case 'quit':
      return step(screen, { type: 'leave' });
  }
}

const print = (screen: Screen, item: Item): Step => step(printItem(screen, item));

export function toggleThinking(screen: Screen): Screen {
  const isThinkingShown = !screen.isThinkingShown;
  return notify(
    { ...screen, isThinkingShown },
    isThinkingShown ? 'What the model thinks is shown from now on' : 'What the model thinks is folded from now on',
  );
}

function call(screen: Screen, argument: string): Step {
  const { word, rest } = splitFirstWord(argument);
  const names = screen.place.tools.map((tool) => tool.name);
  if (word === '')
    return step(
      notify(screen, '/call TOOL ARGUMENTS, such as /call read_file README.md; /tools lists them', 'warning'),
    );
  if (!names.includes(word)) return step(notify(screen, unknownTool(word, names), 'warning'));
  return step(screen, { type: 'send', message: { type: 'call', tool: word, arguments: rest } });
}

function explain(screen: Screen, argument: string): Step {
  const { word, rest } = splitFirstWord(argument);
  const names = screen.place.tools.map((tool) => tool.name);
  if (word === '') return step(notify(screen, '/policy TOOL ARGUMENTS, such as /policy bash npm test', 'warning'));
  if (!names.includes(word)) return step(notify(screen, unknownTool(word, names), 'warning'));
  return step(screen, { type: 'explain-call', tool: word, arguments: rest, isForPanel: false });
}

function unknownTool(word: string, names: readonly string[]): string {
  const near = nearestWord(word, names);
  return `There is no tool "${word}"${near === undefined ? '; /tools lists them' : `; did you mean ${near}?`}`;
}

function queue(screen: Screen, argument: string): Step {
  const { queued } = screen.conversation;
  if (queued.length === 0) return step(notify(screen, 'Nothing waits'));
  if (argument !== 'clear')
    return print(screen, { type: 'lines', title: 'Waiting', lines: queued.map(({ text }) => `• ${text}`) });
  return step(
    screen,
    ...queued.map(({ inputId }): Effect => ({ type: 'send', message: { type: 'withdraw', inputId } })),
  );
}

function copy(screen: Screen): Step {
  const { items } = screen.conversation;
  const end = items.findLastIndex(({ type }) => type === 'text');
  if (end < 0) return step(notify(screen, 'There is no answer to copy yet', 'warning'));
  // An answer may have been printed in several parts.
  let start = end;
  for (let at = end; at >= 0; at -= 1) {
    const item = items[at];
    if (item?.type !== 'text') break;
    start = at;
    if (!item.isContinued) break;
  }
  const text = items
    .slice(start, end + 1)
    .map((item) => (item.type === 'text' ? item.text : ''))
    .join('');
  return step(notify(screen, `Copied ${plural(text.length, 'character')}`), { type: 'copy', text });
}

function modelItem({ lane, conversation, place }: Screen): Item {
  const lines =
    lane.status === 'found'
      ? [`${lane.id} (${lane.model}), context of ${shortCount(lane.contextWindow)} tokens`]
      : lane.status === 'looking'
        ? ['Looking for a model …']
        : [`${lane.failure.message}. ${lane.failure.nextStep}`];
  const others = place.laneNames.filter((name) => lane.status !== 'found' || name !== lane.id);
  return {
    type: 'lines',
    title: 'Model',
    lines: [
      ...lines,
      ...(conversation.lane !== null && (lane.status !== 'found' || conversation.lane !== lane.id)
        ? [`last answer by ${conversation.lane}`]
        : []),
      ...(others.length > 0 ? [`/model NAME switches: ${others.join(', ')}`] : []),
    ],
  };
}

const toolsItem = ({ place }: Screen): Item => {
  const width = Math.max(...place.tools.map(({ name }) => name.length));
  return {
    type: 'lines',
    title: 'Tools',
    lines: place.tools.map(({ name, summary, asks }) => `${name.padEnd(width)}  ${asks ? 'asks' : 'runs'}  ${summary}`),
  };
};

function usageItem({ conversation, lane, workstream }: Screen): Item {
  const { usage, cost, contextTokens } = conversation;
  const window = lane.status === 'found' ? lane.contextWindow : undefined;
  const share =
    contextTokens === null || window === undefined
      ? ''
      : ` of ${shortCount(window)} (${Math.round((contextTokens / window) * 100)}%)`;
  const cached = usage.cacheReadTokens ? `, ${shortCount(usage.cacheReadTokens)} of them from the cache` : '';
  return {
    type: 'lines',
    title: `Usage of ${workstream.name}`,
    lines: [
      `read     ${shortCount(usage.inputTokens)} tokens${cached}`,
      `written  ${shortCount(usage.outputTokens)} tokens${usage.thinkingTokens ? `, ${shortCount(usage.thinkingTokens)} of them thinking` : ''}`,
      `context  ${contextTokens === null ? 'nothing yet' : `${shortCount(contextTokens)} tokens${share}`}`,
      `cost     ${cost === null ? 'not known: this model has no prices' : shortCost(cost)}`,
      `id       ${workstream.id}`,
    ],
  };
}
