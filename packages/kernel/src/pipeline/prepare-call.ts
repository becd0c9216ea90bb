import type { Facts, Failure, Json, JsonObject } from '@toolstone/protocol';
import { toFailure } from '../failure.ts';
import type { AnyTool, PrepareContext, ReadyCall } from '../tool/define-tool.ts';
import type { BatchScope, CallRequest, PipelineContext, PreparedCall, RefusedCall } from './call.ts';
import { guardCard } from './guard-card.ts';
import { parseArguments } from './parse-call.ts';
import { planHash } from './plan-hash.ts';
import { createPlannedFiles } from './planned-files.ts';
import { createReadSet } from './read-set.ts';
import { type ToolScope, toolContext } from './tool-context.ts';
import { validateInput } from './validate-input.ts';

/** Prepares the calls of one batch in order, each over what the ones before it plan. */
export interface Preparer {
  prepare(request: CallRequest): Promise<PreparedCall | RefusedCall>;
  /** Takes a call as it was prepared before: what follows is prepared over its plan. */
  keep(call: PreparedCall): void;
}

/** What preparing needs of a batch. */
export type PrepareScope = ToolScope & Pick<BatchScope, 'signal'>;

export function createPreparer(context: PipelineContext, batch: PrepareScope): Preparer {
  const files = createPlannedFiles(context.environment.files, context.hasher);
  const readSet = createReadSet(batch.readSet.entries());
  const contextFor = (tool: AnyTool): PrepareContext => ({
    ...toolContext(context, batch, tool),
    files,
    readSet,
    signal: batch.signal,
  });

  function keep(call: PreparedCall): void {
    for (const write of call.plannedWrites) files.plan(write);
    for (const read of call.plannedReads) readSet.add(read);
    for (const { path, after } of call.facts.touches) if (after !== undefined) readSet.add({ path, hash: after });
  }

  return {
    keep,
    async prepare(request) {
      const tool = context.tools.get(request.name);
      if (!tool) return refused(request, unknownTool(request.name, context));
      const parsed = parseArguments(request.arguments, tool);
      if (parsed.status === 'refused') return refused(request, parsed.failure);
      const validated = validateInput(parsed.value, tool);
      if (validated.status === 'invalid') return refused(request, validated.failure);
      const notes = [...(parsed.note === undefined ? [] : [parsed.note]), ...validated.notes];
      try {
        const prepared = await tool.prepare(validated.input, contextFor(tool));
        if (prepared.status === 'refused') return refused(request, prepared.failure);
        // Arguments were parsed from JSON.
        const input = validated.args as JsonObject;
        const call = await toPreparedCall({ request, tool, prepared, input, notes }, context);
        keep(call);
        return call;
      } catch (error) {
        batch.signal.throwIfAborted();
        return refused(request, toFailure(error, `preparing ${tool.name}`, context.reportDefect));
      }
    },
  };
}

async function toPreparedCall(
  from: {
    readonly request: CallRequest;
    readonly tool: AnyTool;
    readonly prepared: ReadyCall<unknown>;
    readonly input: JsonObject;
    readonly notes: readonly string[];
  },
  { environment, hasher, compute }: PipelineContext,
): Promise<PreparedCall> {
  const { request, tool, prepared, input } = from;
  // A plan is JSON by the contract of `prepare`.
  const plan = prepared.plan as Json;
  const { cwd, roots } = environment;
  const facts: Facts = {
    effects: prepared.effects ?? tool.meta.effects,
    touches: [...(prepared.touches ?? [])],
    hosts: [...(prepared.hosts ?? [])],
    commands: [...(prepared.commands ?? [])],
    ...(prepared.named && prepared.named.length > 0 && { named: [...prepared.named] }),
    args: input,
    ...(prepared.isolation !== undefined && { isolation: prepared.isolation }),
  };
  const card = { header: prepared.header, preview: prepared.preview ?? [] };
  return {
    status: 'ready',
    callId: request.callId,
    tool,
    arguments: request.arguments,
    ...(await guardCard(card, { input, chars: request.arguments.length }, compute)),
    plan,
    planHash: planHash({ tool, input, plan, cwd, roots, isolation: prepared.isolation }, hasher),
    facts,
    needsApproval: prepared.needsApproval,
    approvalLabel: prepared.approvalLabel ?? tool.name,
    plannedWrites: prepared.plannedWrites ?? [],
    plannedReads: prepared.plannedReads ?? [],
    notes: from.notes,
  };
}

const refused = ({ callId, name }: CallRequest, failure: Failure): RefusedCall => ({
  status: 'refused',
  callId,
  name,
  header: name,
  failure,
});

const MAX_LISTED_TOOLS = 40;

function unknownTool(name: string, { tools }: Pick<PipelineContext, 'tools'>): Failure {
  const names = tools.all.map((tool) => tool.name).slice(0, MAX_LISTED_TOOLS);
  return {
    code: 'TOOL_UNKNOWN',
    message: `there is no tool "${name.slice(0, 100)}"`,
    nextStep: `Use one of: ${names.join(', ')}`,
  };
}
