import { CHARS_PER_TOKEN, estimatePromptTokens, usableTokens } from '../agent/context-budget.ts';
import type { WorkstreamView } from '../log/view.ts';
import type { BatchScope, PreparedCall } from '../pipeline/call.ts';
import { recordOutcome } from '../pipeline/record-outcome.ts';
import type { Lane } from '../ports/lane.ts';
import type { Observed, Outcome } from '../tool/result.ts';
import { askPerson } from './ask-person.ts';
import type { Running, TurnPorts } from './turn-ports.ts';

/** A running turn as the pipeline sees it; without a lane, a call by hand. */
export function batchScope(running: Running, lane: Lane | null): BatchScope {
  const { log, options, publish, writer, signal } = running;
  const { principal, surface, scope } = writer.author;
  return {
    scope,
    caller: lane ? 'model' : 'person',
    principal,
    surface,
    signal,
    readSet: log.view.readSet,
    capabilities: { vision: lane?.capabilities.vision ?? false },
    role: principal === options.owner.principal ? 'owner' : 'guest',
    userWords: () => lastWords(log.view.messages),
    grants: () => [...(log.view.grants.get(principal) ?? [])],
    append: writer.append,
    stage: writer.stage,
    publish,
    ask: (cycle) => askPerson(cycle, running),
    budgetChars: () => budgetChars(running, lane),
    takeQueuedInputs: () => (lane ? queuedMessages(running) : []),
    late: (call, outcome) => void recordLate(call, outcome, running).catch(() => undefined),
  };
}

/** The texts of the newest message that a person wrote. */
function lastWords(messages: WorkstreamView['messages']): readonly string[] {
  const newest = messages.findLast(({ message }) => message.role === 'user');
  return newest?.message.parts.flatMap((part) => (part.type === 'text' ? part.text : [])) ?? [];
}

function budgetChars({ log, options }: TurnPorts, lane: Lane | null): number {
  if (!lane) return options.pipeline.settings.offload.inlineMaxChars * 16;
  const used = estimatePromptTokens(log.view, { system: options.system, tools: options.specs });
  return Math.max(0, usableTokens(lane.capabilities) - used) * CHARS_PER_TOKEN;
}

/** Messages that came while the batch ran join the conversation with its results; a call by hand waits for its own turn. */
function queuedMessages({ log }: TurnPorts): readonly string[] {
  const ids: string[] = [];
  for (const { body } of log.view.pending.values()) {
    if (body.type !== 'message') break;
    ids.push(body.inputId);
  }
  return ids;
}

/** What came of a call after the stop had given up on it; what it changed can be taken back. */
async function recordLate(
  { callId, tool, header }: PreparedCall,
  outcome: Observed<Outcome>,
  { log, options, writer: { author } }: Running,
): Promise<void> {
  const late = { callId, name: tool.name, header, tool, outcome, durationMs: 0, isLate: true };
  const { records } = await recordOutcome(late, author.scope, options.pipeline);
  await log.append(records, { author });
}
