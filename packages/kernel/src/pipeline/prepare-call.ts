import type { Facts, Failure, Json, JsonObject, Ruling } from '@toolstone/protocol';
import { toFailure } from '../failure.ts';
import type { AnyTool, PrepareContext, ReadyCall, ServiceKey } from '../tool/define-tool.ts';
import type { BatchScope, CallRequest, PipelineContext, PreparedCall, RefusedCall } from './call.ts';
import { parseArguments } from './parse-call.ts';
import { planHash } from './plan-hash.ts';
import { createPlannedFiles, type PlannedFiles } from './planned-files.ts';
import { createReadSet, type MutableReadSet } from './read-set.ts';
import { validateInput } from './validate-input.ts';

/** Prepares the calls of one batch in order, each over what the ones before it plan. */
export interface Preparer {
  prepare(request: CallRequest): Promise<PreparedCall | RefusedCall>;
}

/** What preparing needs of a batch. */
export type PrepareScope = Pick<
  BatchScope,
  'scope' | 'readSet' | 'capabilities' | 'signal' | 'surface' | 'taints' | 'role'
>;

export function createPreparer(context: PipelineContext, batch: PrepareScope): Preparer {
  const files = createPlannedFiles(context.environment.files, context.hasher);
  const readSet = createReadSet(batch.readSet.entries());
  return {
    async prepare(request) {
      const tool = context.tools.get(request.name);
      if (!tool) return refused(request, unknownTool(request.name, context));
      const parsed = parseArguments(request.arguments, tool);
      if (parsed.status === 'refused') return refused(request, parsed.failure);
      const named = withoutAliases(parsed.value, tool.meta.aliases);
      const validated = validateInput(named, tool);
      if (validated.status === 'invalid') return refused(request, validated.failure);
      const notes = [...(parsed.note === undefined ? [] : [parsed.note]), ...validated.notes];
      try {
        const prepared = await tool.prepare(validated.input, prepareContext(context, batch, tool, files, readSet));
        if (prepared.status === 'refused') return refused(request, prepared.failure);
        remember(prepared, files, readSet);
        return toPreparedCall({ request, tool, prepared, input: named, notes, context });
      } catch (error) {
        batch.signal.throwIfAborted();
        return refused(request, toFailure(error, `preparing ${tool.name}`, context.reportDefect));
      }
    },
  };
}

/** Takes a parameter under another name that the tool knows it by, where its own is not there. */
function withoutAliases(
  value: Readonly<Record<string, unknown>>,
  aliases: AnyTool['meta']['aliases'],
): Readonly<Record<string, unknown>> {
  if (!aliases) return value;
  const entries = Object.entries(value).map(([key, argument]) => {
    const name = aliases[key];
    return [name === undefined || name in value ? key : name, argument] as const;
  });
  return Object.fromEntries(entries);
}

function remember(prepared: ReadyCall<unknown>, files: PlannedFiles, readSet: MutableReadSet): void {
  for (const write of prepared.plannedWrites ?? []) files.plan(write);
  for (const read of prepared.plannedReads ?? []) readSet.add(read);
  for (const { path, after } of prepared.touches ?? []) if (after !== undefined) readSet.add({ path, hash: after });
}

function toPreparedCall(from: {
  request: CallRequest;
  tool: AnyTool;
  prepared: ReadyCall<unknown>;
  input: Readonly<Record<string, unknown>>;
  notes: readonly string[];
  context: PipelineContext;
}): PreparedCall {
  const { request, tool, prepared, context } = from;
  // Arguments were parsed from JSON, and a plan is JSON by the contract of `prepare`.
  const input = from.input as JsonObject;
  const plan = prepared.plan as Json;
  const { cwd, roots } = context.environment;
  const facts: Facts = {
    effects: prepared.effects ?? tool.meta.effects,
    touches: [...(prepared.touches ?? [])],
    hosts: [...(prepared.hosts ?? [])],
    commands: [...(prepared.commands ?? [])],
    args: input,
    ...(prepared.isolation !== undefined && { isolation: prepared.isolation }),
  };
  return {
    status: 'ready',
    callId: request.callId,
    tool,
    arguments: request.arguments,
    header: prepared.header,
    preview: prepared.preview ?? [],
    plan,
    planHash: planHash({ tool, input, plan, cwd, roots, isolation: prepared.isolation }, context.hasher),
    facts,
    needsApproval: prepared.needsApproval,
    approvalLabel: prepared.approvalLabel ?? tool.name,
    plannedWrites: prepared.plannedWrites ?? [],
    notes: from.notes,
  };
}

function prepareContext(
  context: PipelineContext,
  batch: PrepareScope,
  tool: AnyTool,
  files: PlannedFiles,
  readSet: MutableReadSet,
): PrepareContext {
  return { ...toolContext(context, batch, tool), files, readSet, signal: batch.signal };
}

/** What the rules say of reading one file with a tool that needs no approval for it. */
function readRuling(path: string, tool: AnyTool, { policy }: PipelineContext, batch: PrepareScope): Ruling {
  const facts: Facts = { effects: 'read', touches: [{ path, access: 'read' }], hosts: [], commands: [], args: {} };
  const call = {
    tool: tool.name,
    approvalLabel: tool.name,
    facts,
    defaultNeedsApproval: false,
    surface: batch.surface,
  };
  return policy.decide({ ...call, taint: batch.taints(), ...(batch.role !== undefined && { role: batch.role }) })
    .ruling;
}

/** What prepare and execute have in common. */
export function toolContext(context: PipelineContext, batch: PrepareScope, tool: AnyTool) {
  const { environment, settings } = context;
  return {
    workstreamId: context.workstreamId,
    scope: batch.scope,
    cwd: environment.cwd,
    home: environment.home,
    roots: environment.roots,
    readSet: batch.readSet,
    settings,
    capabilities: batch.capabilities,
    clock: context.clock,
    hasher: context.hasher,
    compute: context.compute,
    workspace: context.workspace,
    mayRead: (path: string) => readRuling(path, tool, context, batch).effect === 'allow',
    service<Service>(key: ServiceKey<Service>): Service {
      const service = context.services.get(key.name);
      if (service === undefined || !tool.needs?.some(({ name }) => name === key.name)) {
        throw new Error(
          `${tool.name} has no service "${key.name}": it must be in \`needs\` and bound by the composition`,
        );
      }
      // A key carries the type of what the composition binds under its name.
      return service as Service;
    },
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

function unknownTool(name: string, { tools }: PipelineContext): Failure {
  const names = tools.all.map((tool) => tool.name).slice(0, MAX_LISTED_TOOLS);
  return {
    code: 'TOOL_UNKNOWN',
    message: `there is no tool "${name.slice(0, 100)}"`,
    nextStep: `Use one of: ${names.join(', ')}`,
  };
}
