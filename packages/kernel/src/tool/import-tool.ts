import { type Failure, type Json, type ToolDescriptor, toolDescriptorSchema } from '@toolstone/protocol';
import { z } from 'zod';
import type { ToolMeta } from './define-tool.ts';

/** A tool file as read: its metadata in our words, and a schema that checks its arguments. */
export interface ImportedTool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly parameters: { readonly [key: string]: Json };
  readonly meta: ToolMeta;
}

/**
 * Reads the JSON form of a tool. What runs it is not part of the form: whoever imports adds `prepare` and `execute`.
 * Effects are `exec` and nothing is approved by itself: a file cannot vouch for the program beside it.
 */
export function importTool(json: unknown): ImportedTool | Failure {
  const parsed = toolDescriptorSchema.safeParse(json);
  if (!parsed.success) return invalid(z.prettifyError(parsed.error).replaceAll('\n', ' '));
  const descriptor = parsed.data;
  if (!(descriptor.primary_key in descriptor.parameters.properties)) {
    return invalid(`primary_key "${descriptor.primary_key}" is not one of the parameters`);
  }
  try {
    return {
      name: descriptor.name,
      description: descriptor.description,
      // The descriptor's own schema has checked that it is a JSON object with properties.
      input: z.fromJSONSchema(descriptor.parameters as Parameters<typeof z.fromJSONSchema>[0]),
      parameters: descriptor.parameters as { readonly [key: string]: Json },
      meta: toMeta(descriptor),
    };
  } catch (error) {
    return invalid(`parameters cannot be read as a JSON Schema: ${error instanceof Error ? error.message : error}`);
  }
}

function toMeta(descriptor: ToolDescriptor): ToolMeta {
  const variant = (kind: 'interactive' | 'coordinator') => {
    const from = descriptor.kind_variants?.[kind];
    return (
      from && {
        [kind]: {
          ...(from.description !== undefined && { description: from.description }),
          ...(from.parameter_overrides && { parameterOverrides: from.parameter_overrides }),
        },
      }
    );
  };
  return {
    effects: 'exec',
    primaryKey: descriptor.primary_key,
    taskAgent: descriptor.task_agent ?? false,
    coordinator: descriptor.coordinator ?? false,
    interactive: descriptor.interactive ?? !descriptor.coordinator,
    autoApprove: descriptor.auto_approve ?? false,
    ...(descriptor.kind_variants && { kindVariants: { ...variant('interactive'), ...variant('coordinator') } }),
    ...(descriptor.cwd_note !== undefined && { cwdNote: descriptor.cwd_note }),
    ...(descriptor.workspace_note !== undefined && { workspaceNote: descriptor.workspace_note }),
  };
}

const invalid = (message: string): Failure => ({
  code: 'TOOL_FILE_INVALID',
  message,
  nextStep: 'Compare it with the output of `toolstone tools export --format seed`',
});
