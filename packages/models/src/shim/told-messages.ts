import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@toolstone/kernel';
import type { Part } from '@toolstone/protocol';

/** How calls and results are told to a model that has no form for them. */
export interface CallTelling {
  call(name: string, args: string): string;
  /** What stands before and after the parts of a result. */
  result(message: ToolMessage): { readonly before: string; readonly after: string };
}

/**
 * Messages with calls and results written as text. Neighbours of the user's side become one message, as templates of
 * small models insist on turns; a message that was told once is told again as the same object, so that what is cached
 * of it stays valid.
 */
export function createMessageTeller(telling: CallTelling): (messages: readonly Message[]) => readonly Message[] {
  const assistants = new WeakMap<AssistantMessage, AssistantMessage>();
  const groups = new WeakMap<Message, { readonly members: readonly Message[]; readonly told: UserMessage }>();

  function tellAssistant(message: AssistantMessage): AssistantMessage {
    if (!message.parts.some((part) => part.type === 'call')) return message;
    const known = assistants.get(message);
    if (known !== undefined) return known;
    const lines = message.parts.flatMap((part) => {
      if (part.type === 'call') return [telling.call(part.name, part.arguments)];
      return part.type === 'text' && part.text.trim() !== '' ? [part.text] : [];
    });
    const told: AssistantMessage = { ...message, parts: [{ type: 'text', text: lines.join('\n') }] };
    assistants.set(message, told);
    return told;
  }

  function tellGroup(members: readonly (UserMessage | ToolMessage)[]): UserMessage {
    const [first] = members;
    if (first === undefined || (members.length === 1 && first.role === 'user')) {
      return first?.role === 'user' ? first : { role: 'user', parts: [] };
    }
    const known = groups.get(first);
    if (
      known !== undefined &&
      known.members.length === members.length &&
      known.members.every((m, i) => m === members[i])
    ) {
      return known.told;
    }
    const told: UserMessage = { role: 'user', parts: joinTexts(members.flatMap(tellOne)) };
    groups.set(first, { members: [...members], told });
    return told;
  }

  function tellOne(message: UserMessage | ToolMessage): readonly Part[] {
    if (message.role === 'user') return message.parts;
    const { before, after } = telling.result(message);
    return [{ type: 'text', text: before }, ...message.parts, { type: 'text', text: after }];
  }

  return (messages) => {
    const out: Message[] = [];
    let group: (UserMessage | ToolMessage)[] = [];
    const flush = () => {
      if (group.length > 0) out.push(tellGroup(group));
      group = [];
    };
    for (const message of messages) {
      if (message.role === 'assistant') {
        flush();
        out.push(tellAssistant(message));
      } else {
        group.push(message);
      }
    }
    flush();
    return out;
  };
}

function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text')
      joined[joined.length - 1] = { type: 'text', text: `${last.text}\n${part.text}` };
    else joined.push(part);
  }
  return joined;
}
