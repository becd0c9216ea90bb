import { addUsage, type LogRecord, noUsage, type Part, type RecordOf } from '@toolstone/protocol';
import { showCall } from '../commands/shell-prompt.ts';
import { answerCard, askCard, type Card, finishCard, newCard, startCard, timeOf } from './card.ts';
import { type Conversation, noStream, type OpenTurn, openText } from './conversation.ts';
import type { Item } from './item.ts';

/** Takes one durable record. Live events before it may be missing: the record alone is enough. */
export function applyRecord(conversation: Conversation, record: LogRecord): Conversation {
  switch (record.kind) {
    case 'input.received':
      return receiveInput(conversation, record);
    case 'input.withdrawn':
      return { ...conversation, queued: conversation.queued.filter(({ inputId }) => inputId !== record.body.inputId) };
    case 'turn.started':
      return startTurn(conversation, record);
    case 'turn.finished':
      return finishTurn(conversation, record);
    case 'model.requested':
      return record.body.purpose === 'compaction'
        ? { ...conversation, isCondensing: true }
        : { ...conversation, lane: record.body.lane };
    case 'model.replied':
      return takeReply(conversation, record);
    case 'approval.asked':
      return {
        ...conversation,
        cycles: [...conversation.cycles, record.body],
        cards: record.body.calls.reduce(
          (cards, call) => updateCard(cards, call.callId, (card) => askCard(card, call)),
          conversation.cards,
        ),
      };
    case 'approval.answered':
      return {
        ...closeCycle(conversation, record.body.cycleId),
        cards: conversation.cards.map((card) => answerCard(card, record)),
      };
    case 'approval.closed':
      return withdrawCycle(conversation, record);
    case 'call.started':
      return {
        ...conversation,
        cards: updateCard(conversation.cards, record.body.callId, (card) => startCard(card, record)),
      };
    case 'call.finished':
      if (record.body.late) return conversation;
      return flushCards({
        ...conversation,
        cards: updateCard(conversation.cards, record.body.callId, (card) => finishCard(card, record)),
      });
    case 'batch.folded':
      return takeInputs(flushCards(conversation, 'all'), record.body.inputs);
    case 'file.changed':
      return takeChange(conversation, record);
    case 'compacted':
      return {
        ...add(conversation, {
          type: 'compacted',
          tokensBefore: record.body.tokensBefore,
          summary: record.body.summary,
        }),
        isCondensing: false,
        contextTokens: null,
      };
    case 'agent.switched':
      return record.body.lane === undefined ? conversation : { ...conversation, lane: record.body.lane };
    case 'verdict.given':
    case 'guard.found':
    case 'forked':
    case 'redacted':
      return conversation;
  }
}

const add = (conversation: Conversation, ...items: readonly Item[]): Conversation => ({
  ...conversation,
  items: [...conversation.items, ...items],
});

const updateCard = (cards: readonly Card[], callId: string, update: (card: Card) => Card): readonly Card[] =>
  cards.map((card) => (card.callId === callId ? update(card) : card));

/** The text of parts for a person; what is no text is named. */
const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : `[${part.name ?? part.mediaType}]`)).join('\n');

function receiveInput(conversation: Conversation, record: RecordOf<'input.received'>): Conversation {
  const { body } = record;
  const text = body.type === 'message' ? textOf(body.parts) : showCall(body.tool, body.arguments);
  return { ...conversation, queued: [...conversation.queued, { inputId: body.inputId, text, record }] };
}

/** Inputs that join the conversation now are no longer queued. */
function takeInputs(conversation: Conversation, inputIds: readonly string[]): Conversation {
  const taken = conversation.queued.filter(({ inputId }) => inputIds.includes(inputId));
  if (taken.length === 0) return conversation;
  const items = taken.map(
    ({ text, record }): Item => ({ type: 'person', text, surface: record.surface, by: record.principal }),
  );
  return {
    ...add(conversation, ...items),
    queued: conversation.queued.filter(({ inputId }) => !inputIds.includes(inputId)),
  };
}

function startTurn(conversation: Conversation, record: RecordOf<'turn.started'>): Conversation {
  const { scope, inputs, caller } = record.body;
  const turn: OpenTurn = {
    scope,
    caller,
    startedAtMs: timeOf(record),
    rounds: 0,
    usage: noUsage,
    cost: null,
    changes: [],
  };
  const calls = conversation.queued.flatMap(({ record: { body } }) =>
    body.type === 'call' && inputs.includes(body.inputId)
      ? [newCard({ callId: body.callId, tool: body.tool, arguments: body.arguments, caller: 'person' })]
      : [],
  );
  return { ...takeInputs(conversation, inputs), turn, stream: noStream, cards: calls };
}

function finishTurn(conversation: Conversation, { body }: RecordOf<'turn.finished'>): Conversation {
  const { turn } = conversation;
  const flushed = flushCards(conversation, 'all');
  const closed: Conversation = { ...flushed, turn: null, stream: noStream, cycles: [], isCondensing: false };
  if (turn?.caller === 'person' && body.outcome === 'done') return closed;
  return add(closed, {
    type: 'turn',
    outcome: body.outcome,
    durationMs: body.durationMs,
    rounds: body.rounds,
    usage: turn?.usage ?? noUsage,
    cost: turn?.cost ?? null,
    changes: turn?.changes ?? [],
    ...(body.failure && { failure: body.failure }),
  });
}

function takeReply(conversation: Conversation, { body }: RecordOf<'model.replied'>): Conversation {
  const { turn, stream } = conversation;
  const counted: Conversation = {
    ...conversation,
    usage: addUsage(conversation.usage, body.usage),
    cost: body.cost === undefined ? conversation.cost : (conversation.cost ?? 0) + body.cost,
    turn: turn && {
      ...turn,
      rounds: turn.rounds + (body.parts.length > 0 ? 1 : 0),
      usage: addUsage(turn.usage, body.usage),
      cost: body.cost === undefined ? turn.cost : (turn.cost ?? 0) + body.cost,
    },
  };
  // The reply to a request for a summary is no message of the conversation.
  if (body.parts.length === 0) return counted;
  const text = body.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
  const thinking = body.parts.flatMap((part) => (part.type === 'thinking' ? part.text : [])).join('\n');
  const printed = stream.text.slice(0, stream.settled);
  const isContinued = printed !== '' && text.startsWith(printed);
  const rest = isContinued ? openText({ ...stream, text }) : text;
  const items: Item[] = [];
  if (thinking.trim() !== '' && !isContinued) items.push({ type: 'thinking', text: thinking });
  if (rest.slice(isContinued ? stream.reopened.length : 0).trim() !== '')
    items.push({ type: 'text', text: rest, isContinued });
  const cards = body.parts.flatMap((part) =>
    part.type === 'call'
      ? [newCard({ callId: part.callId, tool: part.name, arguments: part.arguments, caller: 'model' })]
      : [],
  );
  return {
    ...add(counted, ...items),
    stream: noStream,
    cards: [...conversation.cards, ...cards],
    ...(body.usage.inputTokens > 0 && { contextTokens: body.usage.inputTokens + body.usage.outputTokens }),
  };
}

/** Cards become items in call order; one that is done waits for those before it. */
function flushCards(conversation: Conversation, which: 'leading' | 'all' = 'leading'): Conversation {
  const { cards } = conversation;
  const open = cards.findIndex(({ phase }) => phase !== 'done');
  const end = which === 'all' || open < 0 ? cards.length : open;
  if (end === 0) return conversation;
  return {
    ...add(conversation, ...cards.slice(0, end).map((card): Item => ({ type: 'card', card }))),
    cards: cards.slice(end),
  };
}

const closeCycle = (conversation: Conversation, cycleId: string): Conversation => ({
  ...conversation,
  cycles: conversation.cycles.filter((cycle) => cycle.cycleId !== cycleId),
});

function withdrawCycle(conversation: Conversation, { body }: RecordOf<'approval.closed'>): Conversation {
  const cycle = conversation.cycles.find(({ cycleId }) => cycleId === body.cycleId);
  const ids = new Set(cycle?.calls.map(({ callId }) => callId));
  const cards = conversation.cards.map((card): Card => {
    if (!ids.has(card.callId)) return card;
    const edited = body.edited?.callId === card.callId ? { arguments: body.edited.arguments } : {};
    return { ...card, ...edited, phase: 'waiting' };
  });
  return { ...closeCycle(conversation, body.cycleId), cards };
}

function takeChange(conversation: Conversation, { body }: RecordOf<'file.changed'>): Conversation {
  const { turn } = conversation;
  if (!turn || body.undoOf !== undefined || turn.changes.some(({ path }) => path === body.path)) return conversation;
  const changes = [...turn.changes, { path: body.path, isNew: body.before === 'absent' }];
  return { ...conversation, turn: { ...turn, changes } };
}
