import type { WorkstreamKind } from '@toolstone/protocol';
import type { ToolSpec } from '../ports/lane.ts';
import type { AnyTool } from './define-tool.ts';
import { applyKindVariant } from './kind-variant.ts';
import { type Directories, withDirectoryNotes } from './working-dir-note.ts';

/** The sets that follow from the metadata of all tools, each in the order of `all`. */
export interface ToolSet {
  readonly all: readonly AnyTool[];
  readonly interactive: readonly AnyTool[];
  readonly coordinator: readonly AnyTool[];
  readonly taskAgent: readonly AnyTool[];
  /** Names of the tools that a task agent may call without asking. */
  readonly taskAuto: ReadonlySet<string>;
  readonly builtInNames: ReadonlySet<string>;
  readonly primaryKeys: ReadonlyMap<string, string>;
  get(name: string): AnyTool | undefined;
  /** The tools of a kind as a model is told of them. Metadata stays here. */
  specs(kind: WorkstreamKind, directories: Directories): readonly ToolSpec[];
}

/**
 * Derives the sets. Built-in tools come before the others.
 *
 * @throws Error where two tools have one name: a defect of the composition.
 */
export function createToolSet(builtIn: readonly AnyTool[], others: readonly AnyTool[] = []): ToolSet {
  const all = [...builtIn, ...others];
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  if (byName.size !== all.length) throw new Error('two tools have the same name');
  const interactive = all.filter(({ meta }) => meta.interactive || !meta.coordinator);
  const coordinator = all.filter(({ meta }) => meta.coordinator);
  return {
    all,
    interactive,
    coordinator,
    taskAgent: all.filter(({ meta }) => meta.taskAgent),
    taskAuto: new Set(all.filter(({ meta }) => meta.autoApprove).map(({ name }) => name)),
    builtInNames: new Set(builtIn.map(({ name }) => name)),
    primaryKeys: new Map(all.map(({ name, meta }) => [name, meta.primaryKey])),
    get: (name) => byName.get(name),
    specs: (kind, directories) =>
      (kind === 'coordinator' ? coordinator : interactive).map((tool) => toSpec(tool, kind, directories)),
  };
}

function toSpec(tool: AnyTool, kind: WorkstreamKind, directories: Directories): ToolSpec {
  const { description, parameters } = applyKindVariant(tool, kind);
  return {
    name: tool.name,
    description: withDirectoryNotes(description, tool.meta, directories),
    parameters,
    ...(tool.meta.follows !== undefined && { follows: tool.meta.follows }),
  };
}
