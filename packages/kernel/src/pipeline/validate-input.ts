import type { Failure } from '@toolstone/protocol';
import type { z } from 'zod';
import type { AnyTool } from '../tool/define-tool.ts';
import { describeShape } from '../tool/json-schema.ts';

export type ValidatedInput =
  | {
      readonly status: 'valid';
      readonly input: unknown;
      /** The arguments as they are taken, without defaults: what rules and approvals see. */
      readonly args: Readonly<Record<string, unknown>>;
      /** What was not taken as it stood. */
      readonly notes: readonly string[];
    }
  | { readonly status: 'invalid'; readonly failure: Failure };

/**
 * Checks arguments against the tool's schema. A number or boolean that was sent as its own text (`"5"`, `"true"`) is taken as
 * what it says, because nothing is lost by it, and a parameter may come under another name that the tool knows it by. The
 * model is told of both.
 */
export function validateInput(given: Readonly<Record<string, unknown>>, tool: AnyTool): ValidatedInput {
  const { value: named, notes: renamed } = withoutAliases(given, tool.meta.aliases ?? {});
  const first = tool.input.safeParse(named);
  if (first.success) return { status: 'valid', input: first.data, args: named, notes: renamed };
  const { value: converted, notes } = convertTexts(named, first.error.issues);
  if (notes.length > 0) {
    const second = tool.input.safeParse(converted);
    if (second.success) return { status: 'valid', input: second.data, args: converted, notes: [...renamed, ...notes] };
  }
  return { status: 'invalid', failure: invalid(tool, first.error.issues.map(describeIssue)) };
}

/** A parameter under its other name is renamed; where its own or two others are given, the rest stay and are refused. */
function withoutAliases(given: Readonly<Record<string, unknown>>, aliases: Readonly<Record<string, string>>) {
  const notes: string[] = [];
  const taken = new Set(Object.keys(given));
  const entries = Object.entries(given).map(([name, argument]): readonly [string, unknown] => {
    const known = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
    if (known === undefined || taken.has(known)) return [name, argument];
    taken.add(known);
    notes.push(`"${name}" was taken as "${known}".`);
    return [known, argument];
  });
  return { value: Object.fromEntries(entries), notes };
}

function convertTexts(value: Readonly<Record<string, unknown>>, issues: readonly z.core.$ZodIssue[]) {
  const converted: Record<string, unknown> = { ...value };
  const notes: string[] = [];
  for (const issue of issues) {
    const [key, ...deeper] = issue.path;
    if (typeof key !== 'string' || deeper.length > 0 || issue.code !== 'invalid_type') continue;
    const text = value[key];
    if (typeof text !== 'string') continue;
    const literal = toLiteral(text.trim(), issue.expected);
    if (literal === undefined) continue;
    converted[key] = literal;
    notes.push(`"${key}" was sent as text and taken as the ${typeof literal} ${literal}.`);
  }
  return { value: converted, notes };
}

function toLiteral(text: string, expected: string): number | boolean | undefined {
  if (expected === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (expected !== 'number' && expected !== 'int') return undefined;
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}

const MAX_SHOWN_ISSUES = 5;

function invalid(tool: AnyTool, issues: readonly string[]): Failure {
  const shown = issues.slice(0, MAX_SHOWN_ISSUES);
  const more = issues.length > MAX_SHOWN_ISSUES ? ` and ${issues.length - MAX_SHOWN_ISSUES} more` : '';
  return {
    code: 'ARGUMENTS_INVALID',
    message: `${tool.name}: ${shown.join('; ')}${more}`,
    nextStep: `Send the arguments in the form ${describeShape(tool)}`,
  };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.length > 0 ? `"${issue.path.join('.')}" ` : '';
  if (issue.code === 'unrecognized_keys') return `unknown ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  if (issue.code === 'invalid_type' && issue.message.includes('received undefined')) return `${where}is missing`;
  return `${where}${issue.message.replace(/^Invalid input: /, '')}`;
}
