import type { InFlight, WorkstreamEvent } from '@toolstone/protocol';
import { openFence, settledLength } from '../markdown/settled-length.ts';
import { applyRecord } from './apply-record.ts';
import { printToCard } from './card.ts';
import { type Conversation, noStream, openText } from './conversation.ts';
import type { Item } from './item.ts';
import { addOutput, noOutput } from './live-output.ts';

/** Characters of an open block, from which on it is printed before it is over. */
const MAX_OPEN_CHARS = 32_768;

/** Takes one event of the workstream. The same events give the same screen, here and in every other terminal. */
export function applyEvent(conversation: Conversation, event: WorkstreamEvent): Conversation {
  switch (event.type) {
    case 'record':
      return event.record.seq <= conversation.lastSeq
        ? conversation
        : applyRecord({ ...conversation, lastSeq: event.record.seq }, event.record);
    case 'snapshot':
      return takeSnapshot({ ...conversation, state: event.state, isCurrent: true }, event.inFlight);
    case 'state':
      return { ...conversation, state: event.state };
    case 'requested':
      return event.purpose === 'compaction'
        ? { ...conversation, isCondensing: true }
        : { ...conversation, lane: event.lane };
    case 'delta':
      return event.kind === 'text' ? addText(conversation, event.text) : addThinking(conversation, event.text);
    case 'reset':
      return resetStream(conversation);
    case 'composing':
      return {
        ...conversation,
        stream: { ...conversation.stream, composing: { name: event.name, chars: event.chars } },
      };
    case 'output':
      return {
        ...conversation,
        cards: conversation.cards.map((card) => (card.callId === event.callId ? printToCard(card, event.text) : card)),
      };
    case 'notice':
      return addItem(conversation, { type: 'notice', level: event.level, text: event.text });
  }
}

export const addItem = (conversation: Conversation, item: Item): Conversation => ({
  ...conversation,
  items: [...conversation.items, item],
});

function addThinking(conversation: Conversation, text: string): Conversation {
  const { stream } = conversation;
  return { ...conversation, stream: { ...stream, thinking: stream.thinking + text } };
}

/** Blocks of the text that cannot change any more become items at once, so that a long answer is not held on screen. */
function addText(conversation: Conversation, text: string): Conversation {
  const { stream } = conversation;
  const next = { ...stream, text: stream.text + text };
  if (!text.includes('\n')) return { ...conversation, stream: next };
  const open = openText(next);
  // A block that has no end is printed as far as it has come; it would cost more with each line.
  const isForced = open.length > MAX_OPEN_CHARS;
  const end = isForced ? open.lastIndexOf('\n') + 1 : settledLength(open);
  if (end <= next.reopened.length) return { ...conversation, stream: next };
  const part = open.slice(0, end);
  const withThinking = keepThinking({ ...conversation, stream: next });
  return {
    ...addItem(withThinking, { type: 'text', text: part, isContinued: next.settled > 0 }),
    stream: {
      ...withThinking.stream,
      settled: next.settled + end - next.reopened.length,
      reopened: isForced ? openFence(part) : '',
    },
  };
}

/** What was thought stands before what was said. */
function keepThinking(conversation: Conversation): Conversation {
  const { thinking } = conversation.stream;
  if (thinking.trim() === '') return conversation;
  return {
    ...addItem(conversation, { type: 'thinking', text: thinking }),
    stream: { ...conversation.stream, thinking: '' },
  };
}

/** What has been printed cannot be taken back, so it is said to be void. */
function resetStream(conversation: Conversation): Conversation {
  const voided = conversation.stream.settled > 0;
  const next = { ...conversation, stream: noStream };
  return voided
    ? addItem(next, {
        type: 'notice',
        level: 'info',
        text: 'The reply broke off and is asked for again: the part above is void.',
      })
    : next;
}

function takeSnapshot(conversation: Conversation, { text, thinking, outputs }: InFlight): Conversation {
  const { stream } = conversation;
  const shown = stream.text.slice(0, stream.settled);
  const settled = text.startsWith(shown) ? stream.settled : 0;
  return {
    ...conversation,
    stream: { text, settled, reopened: settled > 0 ? stream.reopened : '', thinking: settled > 0 ? '' : thinking },
    cards: conversation.cards.map((card) => {
      const output = outputs.find(({ callId }) => callId === card.callId);
      return output ? { ...card, output: addOutput(noOutput, output.text) } : card;
    }),
  };
}
