import type { Json, WorkstreamKind } from '@toolstone/protocol';
import type { AnyTool } from './define-tool.ts';
import { inputSchema } from './json-schema.ts';

/** What one kind of workstream is told of a tool: its own description, and its own words on single parameters. */
export function applyKindVariant(
  tool: AnyTool,
  kind: WorkstreamKind,
): { readonly description: string; readonly parameters: { readonly [key: string]: Json } } {
  const parameters = inputSchema(tool);
  const variant = tool.meta.kindVariants?.[kind];
  if (!variant) return { description: tool.description, parameters };
  const description = variant.description ?? tool.description;
  const properties = parameters['properties'];
  if (!variant.parameterOverrides || !isObject(properties)) return { description, parameters };
  const overridden = Object.entries(variant.parameterOverrides)
    .filter(([name]) => name in properties)
    .map(([name, override]) => [name, { ...objectOr(properties[name]), ...override }]);
  return {
    description,
    parameters: { ...parameters, properties: { ...properties, ...Object.fromEntries(overridden) } },
  };
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectOr = (value: Json | undefined): { readonly [key: string]: Json } => (isObject(value) ? value : {});
