import { type ExitCode, exitCode } from '../../exit-code.ts';
import { exitCodeOfTurn } from '../../exit-code-of-turn.ts';
import { openLines } from '../../node/terminal/line-reader.ts';
import { listProjectFiles } from '../../node/terminal/list-project-files.ts';
import { createPromptHistoryFile } from '../../node/terminal/prompt-history-file.ts';
import { showDirectory } from '../../node/terminal/terminal-facts.ts';
import { onEndSignals } from '../../node/terminal/timers.ts';
import { readVersion } from '../../node/version.ts';
import { followEvents } from '../follow-events.ts';
import { isBusy } from '../model/conversation.ts';
import { editorOf } from '../model/editor.ts';
import type { Effect, Outgoing, ScreenMessage } from '../model/effect.ts';
import { initialScreen, type Screen } from '../model/screen.ts';
import { update } from '../model/update.ts';
import { placeOf } from '../place.ts';
import { type EffectPorts, effectFailure, isScreenEffect, runEffect } from '../run-effect.ts';
import { createTheme, plainTheme } from '../style/theme.ts';
import type { RunTerminalOptions } from '../terminal-options.ts';
import type { OpenedWorkstream } from '../terminal-session.ts';
import { answerLine, questionLines } from './plain-approval.ts';
import { createPlainPrinter } from './plain-printer.ts';

const isInput = ({ type }: Outgoing): boolean => type === 'message' || type === 'call';

const ANSWERS = 'Answer y, n, a (always), e ARGUMENTS or ?, and a message after a comma: n, use the other file';
const ENTER = { name: 'enter', text: '', isCtrl: false, isAlt: false, isShift: false } as const;

/**
 * The terminal line by line, for pipes, dumb terminals and readers of the screen: the same prompts, commands and answers.
 * Where nobody types, a line waits until the one before it has been dealt with, and the end of the input ends it all.
 */
export async function runPlainTerminal({
  program,
  facts,
  workstreams,
  ...given
}: Omit<RunTerminalOptions, 'picksWorkstream'>): Promise<ExitCode> {
  const { clock, settings } = program;
  const theme = facts.isPerson && process.stdout.isTTY ? createTheme(facts) : plainTheme;
  const history = createPromptHistoryFile(`${program.data.path}/prompts.jsonl`);
  const entries = facts.isPerson ? await history.load() : [];
  let opened: OpenedWorkstream = given.opened;
  let screen: Screen = initialScreen({
    place: placeOf(program, { version: readVersion(), cwdShown: showDirectory(program.cwd) }),
    workstream: { id: opened.session.id, name: opened.name },
    history: entries,
    isThinkingShown: settings.ui.show_thinking,
    nowMs: clock.now(),
    columns: process.stdout.columns || 80,
  });
  let waiting: readonly string[] = given.prompt === '' ? [] : [given.prompt];
  let isOver = false;
  let inFlight = 0;
  /** Inputs that were sent and have not come back in the log: between the two nothing seems to be going on. */
  let unseen = 0;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const printer = createPlainPrinter(theme, (text) => lines.write(text));

  const lines = openLines(entries, {
    line(text) {
      waiting = [...waiting, text];
      takeLines();
    },
    end() {
      isOver = true;
      takeLines();
    },
    interrupt() {
      if (isBusy(screen.conversation)) perform({ type: 'send', message: { type: 'cancel' } });
      else leave();
    },
  });

  function dispatch(message: ScreenMessage): void {
    if (message.type === 'pick') {
      const rows = message.rows.map(({ id, title, detail }) => `${id}  ${title}  ${detail}`);
      const how = message.purpose === 'resume' ? '/resume ID goes on with one' : '/model NAME switches to one';
      dispatch({ type: 'print', item: { type: 'lines', title: message.title, lines: [...rows, how] } });
      return;
    }
    if (message.type === 'acknowledged' && message.acknowledgement.status === 'refused' && isInput(message.sent))
      unseen = Math.max(0, unseen - 1);
    const cycle = screen.conversation.cycles[0]?.cycleId;
    const next = update(screen, message, clock.now());
    screen = next.screen;
    printer.printNew(screen);
    if (screen.hint) printer.print([`· ${screen.hint.text}`]);
    if (message.type === 'explained' && screen.approval?.why) printer.print(screen.approval.why);
    screen = { ...screen, hint: null };
    const asked = screen.conversation.cycles[0];
    if (asked && asked.cycleId !== cycle && screen.approval) printer.print(questionLines(screen, theme));
    for (const effect of next.effects) perform(effect);
    takeLines();
  }

  function perform(effect: Effect): void {
    if (effect.type === 'leave') leave();
    if (effect.type === 'copy') printer.print([effect.text]);
    if (isScreenEffect(effect)) return;
    inFlight += 1;
    if (effect.type === 'send' && isInput(effect.message)) unseen += 1;
    void runEffect(effect, ports)
      .catch(complain)
      .finally(() => {
        inFlight -= 1;
        takeLines();
      });
  }

  /** Whether the next line can be taken: nobody waits for a line to be understood who types them. */
  const isReady = (): boolean => {
    const { conversation } = screen;
    if (!conversation.isCurrent) return false;
    if (conversation.cycles.length > 0) return screen.approval?.isSending !== true;
    return facts.isPerson || isCalm();
  };

  const isCalm = (): boolean =>
    inFlight === 0 && unseen === 0 && !isBusy(screen.conversation) && screen.conversation.queued.length === 0;

  function takeLines(): void {
    while (waiting.length > 0 && isReady()) {
      const [line = '', ...rest] = waiting;
      waiting = rest;
      takeLine(line);
    }
    if (!isOver || waiting.length > 0 || !screen.conversation.isCurrent) return;
    // Nobody is left to answer: no is the safe answer, and the model gets to know it.
    if (screen.approval && !screen.approval.isSending) takeLine('n');
    else if (isCalm()) leave();
  }

  function takeLine(line: string): void {
    if (screen.approval) {
      const answered = answerLine(screen, line);
      if (answered.effects.length === 0) printer.print([ANSWERS]);
      screen = answered.screen;
      for (const effect of answered.effects) perform(effect);
      return;
    }
    if (line.trim() === '') return;
    screen = { ...screen, editor: editorOf(line), completion: null };
    dispatch({ type: 'input', input: { type: 'key', key: ENTER } });
    screen = { ...screen, editor: editorOf('') };
  }

  const complain = (error: unknown): void =>
    dispatch({ type: 'print', item: { type: 'notice', level: 'warning', text: effectFailure(error) } });
  const follow = () =>
    followEvents(
      opened.session,
      (events) => {
        for (const event of events)
          if (event.type === 'record' && event.record.kind === 'input.received') unseen = Math.max(0, unseen - 1);
        dispatch({ type: 'events', events });
      },
      complain,
    );
  let following = follow();
  const ports: EffectPorts = {
    program,
    workstreams,
    dispatch,
    current: () => opened,
    lane: () => screen.conversation.lane,
    // Lines that a script feeds are nothing that a person would want back.
    rememberPrompt: facts.isPerson ? history.add : async () => undefined,
    listFiles: () => listProjectFiles(program.cwd, new AbortController().signal),
    async replace(next: () => Promise<OpenedWorkstream>): Promise<void> {
      const fresh = await next();
      const old = opened;
      await following.stop();
      opened = fresh;
      dispatch({ type: 'opened', workstream: { id: fresh.session.id, name: fresh.name } });
      following = follow();
      await old.close();
    },
  };
  const stopSignals = onEndSignals(leave);
  try {
    for (const text of program.warnings) dispatch({ type: 'print', item: { type: 'notice', level: 'warning', text } });
    perform({ type: 'look-up-lane', name: null });
    await left;
    // A person has seen how it went; a script reads it from the code.
    const { lastTurn } = printer;
    return lastTurn && !facts.isPerson ? exitCodeOfTurn(lastTurn) : exitCode.done;
  } finally {
    stopSignals();
    lines.close();
    await following.stop();
    await opened.close();
  }
}
