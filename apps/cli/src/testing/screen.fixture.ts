import type { AskedCall, LogRecord, NewRecord, WorkstreamEvent } from '@toolstone/protocol';
import type { InputEvent, Key } from '../terminal/input/key.ts';
import { createInputParser } from '../terminal/input/parse-input.ts';
import type { Effect, ScreenMessage } from '../terminal/model/effect.ts';
import { initialScreen, type Screen } from '../terminal/model/screen.ts';
import { update } from '../terminal/model/update.ts';
import { plainTheme } from '../terminal/style/theme.ts';
import { itemPaint, needsGap, renderItem } from '../terminal/view/render-item.ts';
import { renderScreen } from '../terminal/view/render-screen.ts';

const START_MS = Date.parse('2026-03-01T10:00:00Z');

/** A screen without a terminal: keys and events go in, lines and effects come out. The clock moves when told. */
export function createScreenBench({ columns = 80, rows = 24 } = {}) {
  let screen: Screen = initialScreen({
    place: {
      version: '1.0.0',
      cwd: '/home/ada/project',
      cwdShown: '~/project',
      isolation: 'none',
      skipsPermissions: false,
      tools: [
        { name: 'bash', primaryKey: 'command', summary: 'Runs a command.', asks: true },
        { name: 'read_file', primaryKey: 'path', summary: 'Reads a file.', asks: false },
        { name: 'write_file', primaryKey: 'path', summary: 'Writes a file.', asks: true },
      ],
      laneNames: ['fast', 'careful'],
    },
    workstream: { id: 'ws_1', name: 'Bench' },
    history: ['an earlier prompt'],
    isThinkingShown: false,
    nowMs: START_MS,
    columns,
  });
  let nowMs = START_MS;
  let seq = 0;
  let effects: readonly Effect[] = [];

  const dispatch = (message: ScreenMessage): void => {
    const next = update(screen, message, nowMs);
    screen = next.screen;
    effects = [...effects, ...next.effects];
  };
  const events = (...list: readonly WorkstreamEvent[]): void => dispatch({ type: 'events', events: list });

  return {
    get screen() {
      return screen;
    },
    dispatch,
    events,
    /** Adds a record with the envelope that the log would give it. */
    record<Kind extends NewRecord['kind']>(kind: Kind, body: Extract<NewRecord, { kind: Kind }>['body']): void {
      seq += 1;
      const record = {
        workstreamId: 'ws_1',
        seq,
        v: 1,
        kind,
        at: new Date(nowMs).toISOString(),
        scope: 'r1',
        generation: 1,
        principal: 'local',
        surface: 'cli',
        commitKey: String(seq),
        body,
      } as LogRecord; // kind and body belong together by the signature
      events({ type: 'record', record });
    },
    /** What a keyboard sends: text, or sequences as they come over the wire. */
    type(text: string): void {
      const parser = createInputParser();
      const inputs: readonly InputEvent[] = [...parser.push(text), ...parser.flush()];
      for (const input of inputs) dispatch({ type: 'input', input });
    },
    press(name: string, more: Partial<Key> = {}): void {
      const key: Key = { name, text: '', isCtrl: false, isAlt: false, isShift: false, ...more };
      dispatch({ type: 'input', input: { type: 'key', key } });
    },
    wait(ms: number): void {
      nowMs += ms;
      dispatch({ type: 'tick' });
    },
    /** Effects since the last look. */
    takeEffects(): readonly Effect[] {
      const taken = effects;
      effects = [];
      return taken;
    },
    live: (): string => renderScreen(screen, { rows, theme: plainTheme }).lines.join('\n'),
    printed(isExpanded = false): string {
      const paint = itemPaint(columns - 1, plainTheme, false, isExpanded);
      let hadBody = false;
      return screen.conversation.items
        .map((item, index, all) => {
          const lines = renderItem(item, paint);
          const gap = needsGap(item, all[index - 1], hadBody) ? '\n' : '';
          hadBody = lines.length > 1;
          return gap + lines.join('\n');
        })
        .join('\n');
    },
  };
}

export type ScreenBench = ReturnType<typeof createScreenBench>;

export const snapshot: WorkstreamEvent = {
  type: 'snapshot',
  head: 0,
  state: 'idle',
  inFlight: { text: '', thinking: '', outputs: [] },
};

export const askedCommand = (callId: string, command: string): AskedCall => ({
  callId,
  tool: 'bash',
  header: command,
  preview: [{ type: 'command', command }],
  arguments: JSON.stringify({ command }),
  approvalLabel: 'bash',
  always: [`bash(${command})`],
  planHash: `hash-${callId}`,
  ruling: { effect: 'ask', source: 'default', reason: `No rule allows the command \`${command}\`` },
});

/** A turn in which the model makes calls, up to the question about them, and time to read it. */
export function askAbout(bench: ScreenBench, ...calls: readonly AskedCall[]): void {
  bench.record('input.received', { type: 'message', inputId: 'in_1', parts: [{ type: 'text', text: 'go on' }] });
  bench.record('turn.started', { scope: 'r1', inputs: ['in_1'], caller: 'model' });
  bench.record('model.replied', {
    scope: 'r1',
    lane: 'fast',
    model: 'm',
    parts: calls.map(({ callId, tool, arguments: args }) => ({ type: 'call', callId, name: tool, arguments: args })),
    stopReason: 'calls',
    usage: { inputTokens: 1200, outputTokens: 30 },
    durationMs: 10,
  });
  bench.record('approval.asked', { cycleId: 'cyc_1', scope: 'r1', calls: [...calls] });
  bench.events({ type: 'state', state: 'attention' });
  bench.wait(200);
}
