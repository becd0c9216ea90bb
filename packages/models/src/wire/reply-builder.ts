import type { LaneEvent } from '@toolstone/kernel';
import type { AssistantPart, Json, StopReason } from '@toolstone/protocol';
import { asObject, parseJson } from './read-json.ts';

export interface ReplyBuilderOptions {
  readonly nextCallId: () => string;
  readonly toolName: (wireName: string) => string;
}

interface TextDraft {
  readonly type: 'text' | 'thinking';
  text: string;
  provider: Json | undefined;
}
interface CallDraft {
  readonly type: 'call';
  providerCallId: string | undefined;
  wireName: string;
  arguments: string;
  /** Characters of the arguments when it was last told of. */
  told: number;
  provider: Json | undefined;
}
type Draft = TextDraft | CallDraft;

/**
 * Puts a reply together from what a wire streams, in order, and tells of it on the way. A key names a part that is
 * written in pieces; without one a piece goes to the last part if that is of the same kind and not sealed.
 */
export interface ReplyBuilder {
  append(type: 'text' | 'thinking', delta: string, key?: string): void;
  /** Begins a call, or adds what was not known of it. */
  call(key: string, known: { readonly id?: string | undefined; readonly name?: string | undefined }): void;
  callArguments(key: string, delta: string): void;
  /** Replaces what was streamed of the arguments by the whole. */
  setCallArguments(key: string, whole: string): void;
  hasKey(key: string): boolean;
  /** Attaches what the wire must get back to the part of this key, or to the last one. Nothing is appended to it after. */
  seal(provider: Json, key?: string): void;
  /** Adds a part that carries only what the wire must get back. */
  addSealed(type: 'text' | 'thinking', provider: Json): void;
  /** What is to be told since the last time. */
  takeEvents(): readonly LaneEvent[];
  readonly isEmpty: boolean;
  /** Characters of text, thinking and arguments so far. */
  readonly chars: number;
  /** Drops what a stop left incomplete. */
  finish(stopReason: StopReason): { readonly parts: readonly AssistantPart[]; readonly stopReason: StopReason };
}

/** A call that is being written is told of again after so many characters. */
const composingStep = 64;

export function createReplyBuilder(options: ReplyBuilderOptions): ReplyBuilder {
  const drafts: Draft[] = [];
  const byKey = new Map<string, Draft>();
  let events: LaneEvent[] = [];
  let chars = 0;

  function add<D extends Draft>(draft: D, key: string | undefined): D {
    drafts.push(draft);
    if (key !== undefined) byKey.set(key, draft);
    return draft;
  }
  function textDraft(type: 'text' | 'thinking', key: string | undefined): TextDraft {
    const known = key === undefined ? drafts.at(-1) : byKey.get(key);
    const isSame = known !== undefined && known.type !== 'call' && known.type === type;
    if (isSame && (key !== undefined || known.provider === undefined)) return known;
    return add({ type, text: '', provider: undefined }, key);
  }
  function callDraft(key: string): CallDraft {
    const known = byKey.get(key);
    if (known?.type === 'call') return known;
    const fresh: CallDraft = {
      type: 'call',
      providerCallId: undefined,
      wireName: '',
      arguments: '',
      told: -1,
      provider: undefined,
    };
    return add(fresh, key);
  }
  function tell(draft: CallDraft): void {
    if (draft.wireName === '') return;
    if (draft.told >= 0 && draft.arguments.length - draft.told < composingStep) return;
    draft.told = draft.arguments.length;
    events.push({ type: 'composing', name: options.toolName(draft.wireName), chars: draft.arguments.length });
  }

  return {
    append(type, delta, key) {
      if (delta === '') return;
      textDraft(type, key).text += delta;
      chars += delta.length;
      events.push({ type, text: delta });
    },
    call(key, known) {
      const draft = callDraft(key);
      if (known.id !== undefined && known.id !== '') draft.providerCallId = known.id;
      if (known.name !== undefined && known.name !== '') draft.wireName = known.name;
      tell(draft);
    },
    callArguments(key, delta) {
      if (delta === '') return;
      const draft = callDraft(key);
      draft.arguments += delta;
      chars += delta.length;
      tell(draft);
    },
    setCallArguments(key, whole) {
      callDraft(key).arguments = whole;
    },
    hasKey: (key) => byKey.has(key),
    seal(provider, key) {
      const draft = key === undefined ? drafts.at(-1) : byKey.get(key);
      if (draft !== undefined) draft.provider = provider;
    },
    addSealed(type, provider) {
      add({ type, text: '', provider }, undefined);
    },
    takeEvents() {
      const taken = events;
      if (taken.length > 0) events = [];
      return taken;
    },
    get isEmpty() {
      return drafts.length === 0;
    },
    get chars() {
      return chars;
    },
    finish(stopReason) {
      const parts = drafts.flatMap((draft) => finishDraft(draft, stopReason, options));
      const hasCalls = parts.some((part) => part.type === 'call');
      if (stopReason === 'end' && hasCalls) return { parts, stopReason: 'calls' };
      return { parts, stopReason: stopReason === 'calls' && !hasCalls ? 'end' : stopReason };
    },
  };
}

function finishDraft(draft: Draft, stopReason: StopReason, options: ReplyBuilderOptions): AssistantPart[] {
  const provider = draft.provider === undefined ? {} : { provider: draft.provider };
  if (draft.type !== 'call') {
    if (draft.text === '' && draft.provider === undefined) return [];
    return [{ type: draft.type, text: draft.text, ...provider }];
  }
  // A refusal in the middle of a call leaves nothing that may run, and a limit may have cut the last one short.
  if (stopReason === 'refusal' || stopReason === 'filter' || draft.wireName === '') return [];
  if (stopReason === 'length' && asObject(parseJson(draft.arguments)) === undefined) return [];
  const written = draft.arguments.trim() === '' ? '{}' : draft.arguments;
  return [
    {
      type: 'call',
      callId: options.nextCallId(),
      ...(draft.providerCallId === undefined ? {} : { providerCallId: draft.providerCallId }),
      name: options.toolName(draft.wireName),
      arguments: written,
      ...provider,
    },
  ];
}
