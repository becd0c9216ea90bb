import type { Failure } from '@toolstone/protocol';
import type { AnyTool } from '../tool/define-tool.ts';
import { describeShape } from '../tool/json-schema.ts';
import { repairJson } from './repair-arguments.ts';

export type ParsedArguments =
  | {
      readonly status: 'parsed';
      readonly value: Readonly<Record<string, unknown>>;
      /** Said to the model with the result, where what it sent was not taken as it stood. */
      readonly note?: string;
    }
  | { readonly status: 'refused'; readonly failure: Failure };

const MAX_QUOTED_CHARS = 200;
/** More than any tool takes; JSON of this size still parses within a frame. */
const MAX_ARGUMENT_CHARS = 8 * 1024 * 1024;

/**
 * Reads the arguments of one call as a model sent them.
 *
 * A value is never guessed: cut-off JSON is refused, because completing it would run something that nobody wrote.
 * What does not look like JSON at all is the bare string that small models send, and goes to the tool's primary key.
 */
export function parseArguments(raw: string, tool: AnyTool): ParsedArguments {
  if (raw.length > MAX_ARGUMENT_CHARS)
    return refuse(tool, { what: `are ${raw.length} characters long`, nextStep: 'Send less at once' });
  const text = raw.replace(/^\uFEFF/, '').trim();
  if (text === '' || text === 'null') return { status: 'parsed', value: {} };
  const value = parseJson(text);
  if (value !== undefined) return fromValue(value, tool, text);
  const repaired = repairJson(text);
  const mended = repaired === undefined ? undefined : parseJson(repaired);
  if (isRecord(mended))
    return {
      status: 'parsed',
      value: mended,
      note: 'The arguments were not valid JSON; an unambiguous typing error was mended.',
    };
  if (!/^[{["`]/.test(text)) return toPrimaryKey(raw, tool);
  return refuse(tool, { what: `are not one complete JSON object: ${quote(text)}` });
}

function fromValue(value: unknown, tool: AnyTool, text: string): ParsedArguments {
  if (isRecord(value)) return { status: 'parsed', value };
  if (typeof value !== 'string') return refuse(tool, { what: `are JSON, but no object: ${quote(text)}` });
  const inner = parseJson(value.trim());
  if (isRecord(inner))
    return {
      status: 'parsed',
      value: inner,
      note: 'The arguments were a JSON object inside a string; send the object itself.',
    };
  return toPrimaryKey(value, tool);
}

const toPrimaryKey = (value: string, { meta }: AnyTool): ParsedArguments => ({
  status: 'parsed',
  value: { [meta.primaryKey]: value },
  note: `The arguments were no JSON object; the text was taken as "${meta.primaryKey}".`,
});

const refuse = (
  tool: AnyTool,
  { what, nextStep = 'Send them again, whole' }: { readonly what: string; readonly nextStep?: string },
): ParsedArguments => ({
  status: 'refused',
  failure: {
    code: 'ARGUMENTS_INVALID',
    message: `the arguments of ${tool.name} ${what}`,
    nextStep: `${nextStep}, in the form ${describeShape(tool)}`,
  },
});

const quote = (text: string): string => (text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // the reason is the model's typing; the caller quotes the text instead
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
