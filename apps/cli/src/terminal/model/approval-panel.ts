import type { AskedCall } from '@toolstone/protocol';
import type { Conversation, OpenCycle } from './conversation.ts';
import { editorOf, emptyEditor } from './editor.ts';
import type { Outgoing } from './effect.ts';
import type { ApprovalPanel, Place, Screen } from './screen.ts';

/** A question does not take a key for its answer that was meant for something else: in the middle of a prompt … */
const TYPING_PAUSE_MS = 700;
/** … or on its way before anyone could have read the question. */
const REACTION_MS = 150;

/** The panel for the first open question; the same one while it stays open. */
export function panelFor(screen: Screen): ApprovalPanel | null {
  const [cycle] = screen.conversation.cycles;
  if (!cycle) return null;
  if (screen.approval?.cycleId === cycle.cycleId) return screen.approval;
  return {
    cycleId: cycle.cycleId,
    selected: 0,
    leftOut: [],
    mode: 'choose',
    editor: emptyEditor,
    scroll: 0,
    shownAtMs: screen.nowMs,
    isArmed: false,
    isSending: false,
  };
}

/** The panel with its keys in force, once the person can mean them. */
export function armPanel({ approval, nowMs, lastTypedMs, editor }: Screen): ApprovalPanel | null {
  if (!approval || approval.isArmed) return approval;
  const isMidWord = editor.text !== '' && nowMs - lastTypedMs < TYPING_PAUSE_MS;
  return isMidWord || nowMs - approval.shownAtMs < REACTION_MS ? approval : { ...approval, isArmed: true };
}

export const cycleOf = (conversation: Conversation, panel: ApprovalPanel): OpenCycle | undefined =>
  conversation.cycles.find(({ cycleId }) => cycleId === panel.cycleId);

export const selectedCall = (cycle: OpenCycle, panel: ApprovalPanel): AskedCall | undefined =>
  cycle.calls[panel.selected];

/** What an "always" would cover, as rules, of the calls that are not left out; empty where all can only be allowed once. */
export const grantsOf = (cycle: OpenCycle, { leftOut }: ApprovalPanel): readonly string[] => [
  ...new Set(cycle.calls.flatMap(({ callId, always = [] }) => (leftOut.includes(callId) ? [] : always))),
];

/** The answer to a whole cycle, bound to what was shown. */
export function answerTo(
  cycle: OpenCycle,
  panel: ApprovalPanel,
  {
    decision,
    isAlways = false,
    message = '',
  }: { readonly decision: 'yes' | 'no'; readonly isAlways?: boolean; readonly message?: string },
): Outgoing {
  const leftOut =
    decision === 'yes' ? panel.leftOut.filter((id) => cycle.calls.some(({ callId }) => callId === id)) : [];
  return {
    type: 'answer',
    cycleId: cycle.cycleId,
    decision,
    planHashes: hashesOf(cycle),
    ...(leftOut.length > 0 && { exceptions: Object.fromEntries(leftOut.map((id) => [id, 'no' as const])) }),
    ...(isAlways && { always: true }),
    ...(message.trim() !== '' && { message: message.trim() }),
  };
}

const hashesOf = (cycle: OpenCycle): Record<string, string> =>
  Object.fromEntries(cycle.calls.map(({ callId, planHash }) => [callId, planHash]));

/** A call whose only argument is its main text is edited as that text, any other as JSON. */
export function beginEdit(panel: ApprovalPanel, call: AskedCall, { tools }: Place): ApprovalPanel {
  const args = parseObject(call.arguments);
  const key = tools.find(({ name }) => name === call.tool)?.primaryKey;
  const text = key === undefined ? undefined : args?.[key];
  const isOnly = args !== undefined && Object.keys(args).length === 1;
  const { editedKey: _previous, problem: _solved, ...rest } = panel;
  if (isOnly && key !== undefined && typeof text === 'string') {
    return { ...rest, mode: 'edit', editor: editorOf(text), editedKey: key };
  }
  return { ...rest, mode: 'edit', editor: editorOf(args ? JSON.stringify(args, null, 2) : call.arguments) };
}

export function finishEdit(
  cycle: OpenCycle,
  panel: ApprovalPanel,
  call: AskedCall,
): { readonly message: Outgoing } | { readonly problem: string } {
  const { text } = panel.editor;
  if (panel.editedKey === undefined) {
    const problem = jsonProblem(text);
    if (problem !== undefined) return { problem };
  }
  const args = panel.editedKey === undefined ? text : JSON.stringify({ [panel.editedKey]: text });
  return {
    message: {
      type: 'answer',
      cycleId: cycle.cycleId,
      callId: call.callId,
      decision: 'edit',
      arguments: args,
      planHashes: hashesOf(cycle),
    },
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined; // a bare text, or what a model damaged: it is edited as it stands
  }
}

function jsonProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? undefined
      : 'The arguments are a JSON object: {"name": value}';
  } catch (error) {
    return `Not JSON yet: ${error instanceof Error ? error.message : String(error)}`;
  }
}
