import type { ToolSpec } from '@toolstone/kernel';
import type { Json } from '@toolstone/protocol';
import { isSchema, schemaMap, typesOf } from '../schema/json-schema.ts';
import { asArray, asObject, asString, parseJson } from '../wire/read-json.ts';

/** A call found in text. `arguments` is JSON text, or what the model wrote in its place. */
export interface PrintedCall {
  readonly name: string;
  readonly arguments: string;
}

export interface PrintedCalls {
  readonly calls: readonly PrintedCall[];
  /** The text without them. */
  readonly rest: string;
  /** True where something that looks like a call could not be read as one. */
  readonly hasUnreadable: boolean;
  /** How they were marked: tags that mean a call and nothing else, or JSON that might be an example. */
  readonly marking: 'tags' | 'json' | 'none';
}

interface Found {
  readonly start: number;
  readonly end: number;
  /** Undefined where it could not be read. */
  readonly calls: readonly PrintedCall[] | undefined;
}

type Tools = ReadonlyMap<string, ToolSpec>;

/** The ways in which models print calls, as their templates taught them. Groups: 1 is the name where the form has one, 2 the inside. */
const tagForms: readonly {
  readonly pattern: RegExp;
  readonly read: (inside: string, name: string, tools: Tools) => readonly PrintedCall[] | undefined;
}[] = [
  // Qwen, Hermes, GLM and many others. The closing tag may be missing at the very end.
  {
    pattern: /<(tool_call|function_call|tool_calls)>([\s\S]*?)(?:<\/\1>|$)/g,
    read: (inside, _name, tools) => readTagged(inside, tools),
  },
  // Llama 3.x and Qwen Coder: <function=name>…</function>
  { pattern: /<function=([^>\s]+)>([\s\S]*?)(?:<\/function>|$)/g, read: readFunction },
  // <invoke name="…"><parameter name="…">…</parameter></invoke>
  {
    pattern: /(?:<function_calls>\s*)?<invoke name="([^"]+)">([\s\S]*?)<\/invoke>(?:\s*<\/function_calls>)?/g,
    read: readFunction,
  },
  // Mistral: [TOOL_CALLS][{…}], [TOOL_CALLS]name{…}, [TOOL_CALLS]name[ARGS]{…}
  {
    pattern: /\[TOOL_CALLS\]\s*([A-Za-z_][\w.-]*)?(?:\[ARGS\])?\s*([[{][\s\S]*)$/g,
    read: (inside, name, tools) => (name === '' ? readJson(inside) : readFunction(inside, name, tools)),
  },
  // Llama 3.x with tools of its own.
  {
    pattern: /<\|python_tag\|>()\s*(\{[\s\S]*?\})\s*(?:<\|eom_id\|>|<\|eot_id\|>)?$/g,
    read: (inside) => readJson(inside),
  },
];

/** Finds the calls that a model wrote into its text. */
export function findPrintedCalls(text: string, tools: readonly ToolSpec[]): PrintedCalls {
  const byName: Tools = new Map(tools.map((tool) => [tool.name, tool]));
  for (const form of tagForms) {
    const found = [...text.matchAll(form.pattern)].map((match): Found => {
      const isNamed = match[1] !== 'tool_call' && match[1] !== 'function_call' && match[1] !== 'tool_calls';
      const calls = form.read(match[2] ?? '', isNamed ? (match[1] ?? '') : '', byName);
      return { start: match.index, end: match.index + match[0].length, calls };
    });
    if (found.length > 0) return collect(text, found, 'tags');
  }
  const fenced = [...text.matchAll(/```[\w-]*[ \t]*\n([\s\S]*?)\n?[ \t]*```/g)].map((match): Found => {
    return { start: match.index, end: match.index + match[0].length, calls: readJson(match[1] ?? '') };
  });
  if (fenced.some((block) => block.calls !== undefined)) return collect(text, fenced, 'json');
  const whole = readJson(text.trim());
  if (whole !== undefined) return collect(text, [{ start: 0, end: text.length, calls: whole }], 'json');
  return { calls: [], rest: text, hasUnreadable: false, marking: 'none' };
}

function collect(text: string, found: readonly Found[], marking: 'tags' | 'json'): PrintedCalls {
  let rest = '';
  let at = 0;
  for (const piece of found) {
    rest += text.slice(at, piece.start);
    // What could not be read stays where a reader can see it.
    if (piece.calls === undefined) rest += text.slice(piece.start, piece.end);
    at = piece.end;
  }
  return {
    calls: found.flatMap((piece) => piece.calls ?? []),
    rest: (rest + text.slice(at)).trim(),
    hasUnreadable: found.some((piece) => piece.calls === undefined),
    marking,
  };
}

function readTagged(inside: string, tools: Tools): readonly PrintedCall[] | undefined {
  const trimmed = inside.trim();
  const asFunction = /^<function=([^>\s]+)>([\s\S]*?)(?:<\/function>)?$/.exec(trimmed);
  if (asFunction !== null) return readFunction(asFunction[2] ?? '', asFunction[1] ?? '', tools);
  // GLM: the name, then keys and values in turn.
  const keyed = /^([\w.-]+)\s*((?:<arg_key>[\s\S]*<\/arg_value>\s*)?)$/.exec(trimmed);
  if (keyed !== null) {
    const pairs = [
      ...(keyed[2] ?? '').matchAll(/<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g),
    ];
    return [toCall(keyed[1] ?? '', pairs, tools)];
  }
  return readJson(stripFence(trimmed));
}

function readFunction(inside: string, name: string, tools: Tools): readonly PrintedCall[] | undefined {
  const trimmed = inside.trim();
  if (trimmed === '') return [{ name, arguments: '{}' }];
  if (asObject(parseJson(trimmed)) !== undefined) return [{ name, arguments: trimmed }];
  const pairs = [
    ...trimmed.matchAll(
      /<parameter(?:=| name=")([^">]+)"?>\n?([\s\S]*?)\n?(?=<\/parameter>|<parameter[= ]|$)(?:<\/parameter>)?/g,
    ),
  ];
  return pairs.length === 0 ? undefined : [toCall(name, pairs, tools)];
}

/** Values in tags are text: the schema says which of them are meant as something else. */
function toCall(name: string, pairs: readonly RegExpMatchArray[], tools: Tools): PrintedCall {
  const properties = schemaMap(tools.get(name)?.parameters['properties']);
  const args: Record<string, Json> = {};
  for (const [, key = '', value = ''] of pairs) {
    const property = properties[key.trim()];
    const types = isSchema(property) ? typesOf(property) : [];
    const parsed = types.includes('string') ? undefined : parseJson(value.trim());
    // Parsed from JSON text.
    args[key.trim()] = parsed === undefined ? value : (parsed as Json);
  }
  return { name, arguments: JSON.stringify(args) };
}

/** One call or a list of them in any of the shapes that are about, or undefined. */
function readJson(text: string): readonly PrintedCall[] | undefined {
  const parsed = parseJson(text);
  const list = Array.isArray(parsed) ? asArray(parsed) : [parsed];
  const calls = list.map(toPrintedCall);
  const read = calls.filter((call) => call !== undefined);
  return read.length > 0 && read.length === calls.length ? read : undefined;
}

const argumentKeys = ['arguments', 'parameters', 'args', 'input'] as const;

function toPrintedCall(value: unknown): PrintedCall | undefined {
  const object = asObject(value);
  const inner = asObject(object?.['function']) ?? object;
  const name = asString(inner?.['name']) ?? asString(inner?.['tool']) ?? asString(inner?.['tool_name']);
  if (inner === undefined || name === undefined) return undefined;
  const key = argumentKeys.find((candidate) => candidate in inner);
  if (key === undefined) return undefined;
  const written = inner[key];
  if (asObject(written) !== undefined) return { name, arguments: JSON.stringify(written) };
  return typeof written === 'string' && asObject(parseJson(written)) !== undefined
    ? { name, arguments: written }
    : undefined;
}

function stripFence(text: string): string {
  return /^```[\w-]*\n([\s\S]*?)\n?```$/.exec(text)?.[1] ?? text;
}

/**
 * True where the calls can only have been meant as calls: all of them readable, each of a known tool with parameters
 * that it has, and nothing after the last one. JSON without tags might be an example, so there only a few words may
 * stand before it.
 */
export function areUnambiguous(found: PrintedCalls, text: string, tools: readonly ToolSpec[]): boolean {
  if (found.calls.length === 0 || found.hasUnreadable) return false;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (!found.calls.every((call) => fitsTool(call, byName.get(call.name)))) return false;
  const ending = text.trimEnd();
  if (found.marking === 'tags') return found.rest === '' || ending.startsWith(found.rest.trim());
  return found.rest.length <= 300 && (found.rest === '' || ending.startsWith(found.rest.trim()));
}

function fitsTool(call: PrintedCall, tool: ToolSpec | undefined): boolean {
  const args = asObject(parseJson(call.arguments));
  if (tool === undefined || args === undefined) return false;
  const properties = schemaMap(tool.parameters['properties']);
  const others = tool.parameters['additionalProperties'];
  const takesAny = others !== undefined && others !== false;
  return takesAny || Object.keys(args).every((key) => Object.hasOwn(properties, key));
}
