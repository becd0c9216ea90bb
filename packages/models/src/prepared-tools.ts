import type { ToolSpec } from '@toolstone/kernel';
import { adaptSchema, type SchemaDialect } from './schema/adapt-schema.ts';
import type { Schema } from './schema/json-schema.ts';
import { createToolNames, type ToolNames } from './tool-names.ts';
import type { LeftOutTool } from './wire/codec.ts';

export interface PreparedTool {
  readonly wireName: string;
  readonly description: string;
  readonly parameters: Schema;
}

export interface PreparedTools {
  readonly names: ToolNames;
  /** One piece of JSON text a tool, in order. */
  readonly pieces: readonly string[];
  readonly leftOut: readonly LeftOutTool[];
}

/**
 * Tools as a wire takes them. Schemas are adapted once a tool and the whole once a list: a round asks with the same
 * list again and pays nothing.
 */
export function createToolPreparer(
  dialect: SchemaDialect,
  toPiece: (tool: PreparedTool) => unknown,
): (tools: readonly ToolSpec[]) => PreparedTools {
  const byList = new WeakMap<readonly ToolSpec[], PreparedTools>();
  const bySpec = new WeakMap<ToolSpec, { readonly wireName: string; readonly piece: string } | LeftOutTool>();
  let last: { readonly list: readonly ToolSpec[]; readonly prepared: PreparedTools } | undefined;

  function prepareOne(spec: ToolSpec, wireName: string): string | LeftOutTool {
    const known = bySpec.get(spec);
    if (known !== undefined && 'reason' in known) return known;
    if (known !== undefined && known.wireName === wireName) return known.piece;
    const adapted = adaptSchema(spec.parameters, dialect);
    if (!adapted.ok) {
      const leftOut = { name: spec.name, reason: adapted.reason };
      bySpec.set(spec, leftOut);
      return leftOut;
    }
    const piece = JSON.stringify(toPiece({ wireName, description: spec.description, parameters: adapted.schema }));
    bySpec.set(spec, { wireName, piece });
    return piece;
  }

  return (tools) => {
    const known = byList.get(tools);
    if (known !== undefined) return known;
    if (last !== undefined && isSameList(last.list, tools)) return last.prepared;
    const names = createToolNames(tools.map((tool) => tool.name));
    const pieces: string[] = [];
    const leftOut: LeftOutTool[] = [];
    for (const tool of tools) {
      const made = prepareOne(tool, names.toWire(tool.name));
      if (typeof made === 'string') pieces.push(made);
      else leftOut.push(made);
    }
    const prepared = { names, pieces, leftOut };
    byList.set(tools, prepared);
    last = { list: tools, prepared };
    return prepared;
  };
}

function isSameList(a: readonly ToolSpec[], b: readonly ToolSpec[]): boolean {
  return a.length === b.length && a.every((tool, i) => tool === b[i]);
}
