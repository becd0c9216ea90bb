import type { Json, ToolDescriptor } from '@toolstone/protocol';
import type { ToolSpec } from '../ports/lane.ts';
import type { AnyTool, KindVariant } from './define-tool.ts';
import { inputSchema } from './json-schema.ts';

export type ExportFormat = 'openai' | 'anthropic' | 'seed';

/** What a model is sent on the OpenAI wires. */
export const toOpenAi = ({ name, description, parameters }: ToolSpec): Json => ({
  type: 'function',
  function: { name, description, parameters },
});

/** What a model is sent on the Anthropic wire. */
export const toAnthropic = ({ name, description, parameters }: ToolSpec): Json => ({
  name,
  description,
  input_schema: parameters,
});

/** The form of a tool file: the function schema with the metadata beside it, in snake_case; false flags are left out. */
export function toDescriptor(tool: AnyTool): ToolDescriptor {
  const { meta } = tool;
  const variants = meta.kindVariants;
  return {
    name: tool.name,
    description: tool.description,
    // The input of every tool is an object schema; `inputSchema` keeps that form.
    parameters: inputSchema(tool) as ToolDescriptor['parameters'],
    ...(meta.taskAgent && { task_agent: true }),
    ...(meta.coordinator && { coordinator: true }),
    ...(meta.coordinator && meta.interactive && { interactive: true }),
    ...(meta.autoApprove && { auto_approve: true }),
    primary_key: meta.primaryKey,
    ...(variants && {
      kind_variants: {
        ...(variants.interactive && { interactive: toVariant(variants.interactive) }),
        ...(variants.coordinator && { coordinator: toVariant(variants.coordinator) }),
      },
    }),
    ...(meta.cwdNote !== undefined && { cwd_note: meta.cwdNote }),
    ...(meta.workspaceNote !== undefined && { workspace_note: meta.workspaceNote }),
  };
}

const toVariant = ({ description, parameterOverrides }: KindVariant) => ({
  ...(description !== undefined && { description }),
  ...(parameterOverrides && { parameter_overrides: { ...parameterOverrides } }),
});
