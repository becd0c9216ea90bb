import { applyRecord, emptyView, explainCall, renderExplanation, standingChanges } from '@toolstone/kernel';
import { type Part, renderFailure } from '@toolstone/protocol';
import { CommandFailure } from '../command-failure.ts';
import type { Program } from '../compose.ts';
import { attachImages } from '../session/attach-images.ts';
import { localPerson } from '../surface.ts';
import type { Effect, Outgoing, ScreenMessage } from './model/effect.ts';
import { ageOf } from './style/age.ts';
import { shortCount } from './style/amounts.ts';
import { pathIn } from './style/path-in.ts';
import type { OpenedWorkstream, Workstreams } from './terminal-session.ts';

export interface EffectPorts {
  readonly program: Program;
  readonly workstreams: Workstreams;
  readonly dispatch: (message: ScreenMessage) => void;
  readonly current: () => OpenedWorkstream;
  /** The lane that will answer, as far as it is known. */
  readonly lane: () => string | null;
  readonly replace: (next: () => Promise<OpenedWorkstream>) => Promise<void>;
  readonly rememberPrompt: (text: string) => Promise<void>;
  readonly listFiles: () => Promise<readonly string[]>;
}

type ScreenEffect = Extract<
  Effect,
  { readonly type: 'leave' | 'show-pager' | 'clear-screen' | 'redraw' | 'suspend' | 'copy' }
>;
type WorldEffect = Exclude<Effect, ScreenEffect>;

/** What concerns the terminal alone; whoever has it carries it out. */
export const isScreenEffect = (effect: Effect): effect is ScreenEffect =>
  ['leave', 'show-pager', 'clear-screen', 'redraw', 'suspend', 'copy'].includes(effect.type);

/** Carries out what the screen asks of the world; what comes of it comes back as messages. */
export async function runEffect(effect: WorldEffect, ports: EffectPorts): Promise<void> {
  const { workstreams, dispatch } = ports;
  switch (effect.type) {
    case 'send':
      return send(effect.message, ports);
    case 'remember-prompt':
      return ports.rememberPrompt(effect.text);
    case 'list-files':
      return dispatch({ type: 'files', files: await ports.listFiles() });
    case 'look-up-lane':
      return lookUpLane(effect.name, ports);
    case 'list-models':
      return listModels(ports);
    case 'list-workstreams':
      return listWorkstreams(ports);
    case 'open-workstream':
      return ports.replace(() => workstreams.open(effect.id));
    case 'new-workstream':
      return ports.replace(() => workstreams.create());
    case 'explain-call':
      return explain(effect, ports);
    case 'list-changes':
      return listChanges(ports);
  }
}

async function send(message: Outgoing, ports: EffectPorts): Promise<void> {
  const { program, dispatch, current } = ports;
  const id = program.ids.next(message.type === 'message' || message.type === 'call' ? 'in' : 'm');
  const sent = message.type === 'message' ? { ...message, parts: await withImages(message.parts, ports) } : message;
  const acknowledgement = await current().session.send({ ...sent, id });
  dispatch({ type: 'acknowledged', sent, acknowledgement });
}

/** Images that a message mentions go with it; why one does not is said. */
async function withImages(parts: readonly Part[], { program, dispatch, current, lane }: EffectPorts): Promise<Part[]> {
  const attached: Part[] = [];
  for (const part of parts) {
    if (part.type !== 'text') {
      attached.push(part);
      continue;
    }
    const found = await attachImages(part.text, {
      program,
      workstreamId: current().session.id,
      lane: lane(),
      isTyped: true,
    });
    attached.push(...found.parts);
    for (const text of found.remarks) dispatch({ type: 'print', item: { type: 'notice', level: 'warning', text } });
  }
  return attached;
}

async function lookUpLane(name: string | null, { program, dispatch }: EffectPorts): Promise<void> {
  const lane = await (await program.lanes()).choose(name);
  dispatch({
    type: 'lane',
    lane:
      'failure' in lane
        ? { status: 'missing', failure: lane.failure }
        : { status: 'found', id: lane.id, model: lane.model, contextWindow: lane.capabilities.context_window },
  });
}

async function listModels({ program, dispatch }: EffectPorts): Promise<void> {
  const lanes = await program.lanes();
  const found = await lanes.detect(true);
  const configured = lanes.names.map((name) => {
    const settings = program.settings.models[name];
    return { id: name, title: name, detail: settings ? `${settings.provider} · ${settings.model}` : 'configured' };
  });
  const detected = found
    .filter(({ name }) => !lanes.names.includes(name))
    .map(({ name, settings, how }) => ({ id: name, title: name, detail: `${settings.provider} · ${how}` }));
  const rows = [...configured, ...detected];
  if (rows.length === 0) {
    const lane = await lanes.choose(null);
    const text =
      'failure' in lane
        ? `${lane.failure.message}. ${lane.failure.nextStep}`
        : `${lane.id} answers; no other model is configured`;
    return dispatch({ type: 'print', item: { type: 'notice', level: 'info', text } });
  }
  dispatch({ type: 'pick', title: 'Models', purpose: 'model', rows });
}

async function listWorkstreams({ program, workstreams, dispatch, current }: EffectPorts): Promise<void> {
  const rows = (await workstreams.list()).filter(({ id }) => id !== current().session.id);
  if (rows.length === 0)
    return dispatch({ type: 'hint', text: 'There is no other workstream of this directory', level: 'info' });
  const nowMs = program.clock.now();
  dispatch({
    type: 'pick',
    title: 'Workstreams of this directory',
    purpose: 'resume',
    rows: rows.map(({ id, name, updatedAt, state, tokens }) => ({
      id,
      title: name,
      detail: `${ageOf(updatedAt, nowMs)} · ${state === 'attention' ? 'asks you' : state} · ${shortCount(tokens)} tokens`,
    })),
  });
}

async function explain(
  { tool, arguments: args, isForPanel }: Extract<Effect, { type: 'explain-call' }>,
  { program, dispatch, current }: EffectPorts,
): Promise<void> {
  const view = emptyView();
  for (const record of await program.store.read(current().session.id, { limit: 1_000_000 })) applyRecord(view, record);
  const outcome = await explainCall({ name: tool, arguments: args }, program.pipeline('explain'), {
    surface: 'cli',
    signal: new AbortController().signal,
    grants: [...(view.grants.get(localPerson.principal) ?? [])],
  });
  const text = 'failure' in outcome ? renderFailure(outcome.failure) : renderExplanation(outcome.explanation);
  const lines = text.split('\n');
  if (isForPanel) return dispatch({ type: 'explained', lines });
  dispatch({ type: 'print', item: { type: 'lines', title: 'failure' in outcome ? tool : outcome.header, lines } });
}

async function listChanges({ program, dispatch, current }: EffectPorts): Promise<void> {
  const turns = standingChanges(await program.store.readKind(current().session.id, 'file.changed'));
  const lines = [...turns].flatMap(([turn, stories]) =>
    stories.map(
      ({ path, first }) =>
        `${turn}  ${first.body.before === 'absent' ? 'new    ' : 'changed'}  ${pathIn(program.cwd, path)}`,
    ),
  );
  dispatch({
    type: 'print',
    item: {
      type: 'lines',
      title: 'What /undo can take back',
      lines: lines.length > 0 ? [...lines, 'The newest turn is the last; /undo TURN takes back that one'] : ['nothing'],
    },
  });
}

/** A failure of an effect, as the person sees it. */
export function effectFailure(error: unknown): string {
  if (error instanceof CommandFailure) return error.message;
  return error instanceof Error ? error.message : String(error);
}
