import type {
  Capabilities,
  CommandFact,
  ContentState,
  Effects,
  Failure,
  FileRead,
  Isolation,
  Json,
  Touch,
  View,
} from '@toolstone/protocol';
import type { z } from 'zod';
import type { Clock, Hasher } from '../ports/clock.ts';
import type { Compute } from '../ports/compute.ts';
import type { Environment, Files } from '../ports/environment.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { Outcome } from './result.ts';

/** Replaces parts of a tool's description for one kind of workstream. */
export interface KindVariant {
  readonly description?: string;
  readonly parameterOverrides?: Readonly<Record<string, { readonly [key: string]: Json }>>;
}

/** Metadata beside the schema. Never sent to a model. */
export interface ToolMeta {
  readonly effects: Effects;
  /** The parameter that a bare string is meant for. */
  readonly primaryKey: string;
  /** Other names under which a parameter is taken, such as those of similar tools elsewhere; never shown to a model. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly taskAgent: boolean;
  readonly coordinator: boolean;
  readonly interactive: boolean;
  readonly autoApprove: boolean;
  readonly kindVariants?: { readonly interactive?: KindVariant; readonly coordinator?: KindVariant };
  /** A sentence added to the description, with `{working_dir}` replaced. */
  readonly cwdNote?: string;
  /** The same with `{workspace_dir}`; left out where none is configured. */
  readonly workspaceNote?: string;
  /** Pages its own output: the context budget bounds it, not `tool_result_offload.inline_max_chars`. */
  readonly pagesItself?: boolean;
  /** Arguments of a call that does nothing, with which the way to a start is gone once before the first real call. */
  readonly rehearsal?: string;
  /**
   * Words of a result without which the tool has nothing to work on, such as `background shell`. The tool is offered all the
   * same, so that the list stays what a provider has cached; only a lane that chooses few tools leaves it out until then.
   */
  readonly follows?: string;
  /** May be called again with the same arguments without a warning: it reads something that moves. */
  readonly polls?: boolean;
}

/** What a tool is given beside the environment. `of` is never set: it carries the type. */
export interface ServiceKey<Service> {
  readonly name: string;
  readonly of?: Service;
}
export const serviceKey = <Service>(name: string): ServiceKey<Service> => ({ name });

/** What the model has read, by real path. */
export interface ReadSet {
  /** Hash of the content as it was read; undefined where it was not. */
  get(path: string): ContentState | undefined;
  /** The line marks that came with that hash, where the read gave some. */
  lineMarks?(path: string): string | undefined;
}

export interface ToolSettings {
  readonly timeoutSeconds: number;
  readonly isolation: Isolation;
  readonly network: boolean;
  readonly workspaceDir: string | undefined;
}

interface CommonContext {
  readonly workstreamId: string;
  /** The running part that calls, such as `r7` or `r7/t2`. */
  readonly scope: string;
  readonly cwd: string;
  readonly home: string;
  readonly roots: readonly string[];
  readonly readSet: ReadSet;
  readonly settings: ToolSettings;
  readonly capabilities: Pick<Capabilities, 'vision'>;
  readonly clock: Clock;
  readonly hasher: Hasher;
  readonly compute: Compute;
  readonly workspace: Workspace;
  /** Whether this tool may read a file without a question: what a search that goes through a directory must leave out. */
  mayRead(path: string): boolean;
  /** Rejects a key that `needs` does not name. */
  service<Service>(key: ServiceKey<Service>): Service;
}

/** For `prepare`: nothing that could have an effect. */
export interface PrepareContext extends CommonContext {
  /** The files as they will be when the calls before this one in the batch have done what they plan. */
  readonly files: Pick<Files, 'stat' | 'list' | 'realpath' | 'readAt' | 'hash'>;
  readonly signal: AbortSignal;
}

export interface ExecuteContext extends CommonContext {
  readonly callId: string;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  /** Shows output while the call runs. It passes the guard before anyone sees it. */
  emit(stream: 'stdout' | 'stderr', text: string): void;
}

/** A write that is known beforehand; later calls of the batch are prepared over it. */
export interface PlannedWrite {
  readonly path: string;
  readonly after: Uint8Array | null;
}

export interface ReadyCall<Plan> {
  readonly status: 'ready';
  /** One line: what the call does, as a person reads it. */
  readonly header: string;
  readonly preview?: readonly View[];
  /** JSON. It is what `execute` gets, what the approval is bound to, and it must determine the effect. */
  readonly plan: Plan;
  readonly touches?: readonly Touch[];
  readonly hosts?: readonly string[];
  readonly commands?: readonly CommandFact[];
  /** Where words of the commands lead that name symbolic links. */
  readonly named?: readonly string[];
  /** Where this call has less or more effect than the tool's `meta.effects`. */
  readonly effects?: Effects;
  readonly needsApproval: boolean;
  /** What rules may name and an "always" is about; the tool's name when absent. */
  readonly approvalLabel?: string;
  readonly isolation?: Isolation;
  readonly plannedWrites?: readonly PlannedWrite[];
  readonly plannedReads?: readonly FileRead[];
}

export type Prepared<Plan> = ReadyCall<Plan> | { readonly status: 'refused'; readonly failure: Failure };

/**
 * One tool. `prepare` has no effects and yields a plan in JSON that a person approves and that is hashed; `execute` does
 * what the plan says and nothing else.
 */
export interface Tool<Input extends z.ZodType = z.ZodType, Plan = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** The JSON Schema of the input, where the tool was declared in JSON: what a model is told, word for word. */
  readonly parameters?: { readonly [key: string]: Json };
  readonly meta: ToolMeta;
  readonly needs?: readonly ServiceKey<unknown>[];
  prepare(input: z.output<Input>, context: PrepareContext): Prepared<Plan> | Promise<Prepared<Plan>>;
  execute(plan: Plan, context: ExecuteContext): Promise<Outcome>;
}

/** A tool whose own types are sealed in: what sets, pipeline and registries hold. */
// biome-ignore lint/suspicious/noExplicitAny: each tool's plan goes only from its own prepare to its own execute
export type AnyTool = Tool<z.ZodType, any>;

/** Ties the plan that `execute` gets to the one that `prepare` makes; adds nothing at run time. */
export const defineTool = <Input extends z.ZodType, Plan>(tool: Tool<Input, Plan>): Tool<Input, Plan> => tool;
