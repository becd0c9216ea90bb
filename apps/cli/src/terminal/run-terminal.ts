import { type ExitCode, exitCode } from '../exit-code.ts';
import { listProjectFiles } from '../node/terminal/list-project-files.ts';
import { createPromptHistoryFile } from '../node/terminal/prompt-history-file.ts';
import { openTerminal } from '../node/terminal/terminal-device.ts';
import { showDirectory } from '../node/terminal/terminal-facts.ts';
import { onEndSignals, onEvery } from '../node/terminal/timers.ts';
import { readVersion } from '../node/version.ts';
import { followEvents } from './follow-events.ts';
import { overwriteFrames } from './ink/overwrite-frames.ts';
import { createPainter } from './ink/painter.ts';
import type { InputEvent } from './input/key.ts';
import { createInputParser } from './input/parse-input.ts';
import { isBusy } from './model/conversation.ts';
import type { Effect, ScreenMessage } from './model/effect.ts';
import { initialScreen } from './model/screen.ts';
import { update } from './model/update.ts';
import { createPagerKeeper } from './pager-keeper.ts';
import { placeOf } from './place.ts';
import { type EffectPorts, effectFailure, runEffect } from './run-effect.ts';
import { type Background, createTheme } from './style/theme.ts';
import type { RunTerminalOptions } from './terminal-options.ts';
import type { OpenedWorkstream } from './terminal-session.ts';
import { windowTitle } from './view/window-title.ts';

const TICK_MS = 100;

/** The interactive terminal, from its first line to its last. */
export async function runTerminal(options: RunTerminalOptions): Promise<ExitCode> {
  const { program, facts, workstreams } = options;
  const { clock, settings } = program;
  const history = createPromptHistoryFile(`${program.data.path}/prompts.jsonl`);
  let background: Background = settings.ui.theme === 'auto' ? facts.background : settings.ui.theme;
  let theme = createTheme({ depth: facts.depth, background });
  let opened = options.opened;
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });

  const parser = createInputParser();
  const device = openTerminal({
    hasKeyProtocol: facts.hasKeyProtocol,
    refine: overwriteFrames,
    onText: (text) => parser.push(text).forEach(takeInput),
    onQuiet: () => {
      if (parser.isPending) parser.flush().forEach(takeInput);
    },
  });
  const painter = createPainter(device, process.stdin);
  const pager = createPagerKeeper(device);
  let screen = initialScreen({
    place: placeOf(program, { version: readVersion(), cwdShown: showDirectory(program.cwd) }),
    workstream: { id: opened.session.id, name: opened.name },
    history: await history.load(),
    isThinkingShown: settings.ui.show_thinking,
    nowMs: clock.now(),
    columns: device.columns,
  });

  let isFocused = true;
  let title = '';
  const paint = (): void => {
    if (!pager.isOpen && !device.isSuspended) painter.paint(screen, theme);
    const next = windowTitle(screen);
    if (next === title) return;
    title = next;
    // Who looks elsewhere is called back by a bell when there is something to answer.
    device.setTitle(title, !isFocused && screen.approval !== null);
  };

  function dispatch(message: ScreenMessage): void {
    const next = update(screen, message, clock.now());
    screen = next.screen;
    paint();
    for (const effect of next.effects) perform(effect);
  }

  function takeInput(input: InputEvent): void {
    if (input.type === 'focus') {
      isFocused = input.isFocused;
    } else if (input.type === 'background') {
      if (settings.ui.theme !== 'auto') return;
      background = 0.2126 * input.red + 0.7152 * input.green + 0.0722 * input.blue > 0.5 ? 'light' : 'dark';
      theme = createTheme({ depth: facts.depth, background });
      paint();
    } else if (!pager.isOpen) {
      dispatch({ type: 'input', input });
    } else if (!pager.take(input, theme)) {
      paint();
    }
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'leave':
        leave();
        break;
      case 'show-pager':
        pager.open(effect.what, screen, theme);
        break;
      case 'clear-screen':
        painter.redraw(screen, theme, 'nothing');
        break;
      case 'redraw':
        painter.redraw(screen, theme, 'again');
        break;
      case 'suspend':
        painter.close();
        device.suspend(() => painter.remount(screen, theme));
        break;
      case 'copy':
        device.copy(effect.text);
        break;
      default:
        void runEffect(effect, ports).catch(complain);
    }
  }

  const complain = (error: unknown): void =>
    dispatch({ type: 'print', item: { type: 'notice', level: 'warning', text: effectFailure(error) } });

  function follow(): { stop(): Promise<void> } {
    return followEvents(opened.session, (events) => dispatch({ type: 'events', events }), complain);
  }

  let following = follow();
  const ports: EffectPorts = {
    program,
    workstreams,
    dispatch,
    current: () => opened,
    lane: () => screen.conversation.lane,
    rememberPrompt: history.add,
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

  const ticking = onEvery(TICK_MS, () => {
    if (isBusy(screen.conversation) || screen.hint !== null || screen.approval !== null) dispatch({ type: 'tick' });
  });
  device.onResize(() => {
    screen = { ...screen, columns: device.columns };
    if (pager.isOpen) pager.resized(screen, theme);
    else if (!device.isSuspended) painter.remount(screen, theme);
  });
  const stopSignals = onEndSignals(leave);

  try {
    greet();
    await left;
    return exitCode.done;
  } finally {
    stopSignals();
    ticking.stop();
    if (pager.isOpen) pager.close();
    painter.close();
    device.close();
    await following.stop();
    const head = await program.store.get(opened.session.id);
    await opened.close();
    if ((head?.head ?? 0) > 0) process.stdout.write(`Go on with: toolstone --resume ${opened.session.id}\n`);
  }

  function greet(): void {
    const { isolation } = settings.bash;
    dispatch({
      type: 'print',
      item: {
        type: 'welcome',
        version: screen.place.version,
        cwd: screen.place.cwdShown,
        isolation: [
          isolation === 'workspace' ? 'commands are isolated' : 'commands are not isolated',
          ...(settings.tools.skip_permissions
            ? ['nobody is asked']
            : isolation === 'none'
              ? ['a person approves']
              : []),
        ].join(', '),
      },
    });
    for (const text of program.warnings) dispatch({ type: 'print', item: { type: 'notice', level: 'warning', text } });
    perform({ type: 'look-up-lane', name: null });
    if (options.picksWorkstream) perform({ type: 'list-workstreams' });
    if (options.prompt !== '') {
      perform({ type: 'send', message: { type: 'message', parts: [{ type: 'text', text: options.prompt }] } });
    }
  }
}
