import type { Failure } from '@toolstone/protocol';
import type { z } from 'zod';
import type { AnyTool } from '../tool/define-tool.ts';
import { describeShape } from '../tool/json-schema.ts';

export type ValidatedInput =
  | { readonly status: 'valid'; readonly input: unknown; readonly notes: readonly string[] }
  | { readonly status: 'invalid'; readonly failure: Failure };

/**
 * Checks arguments against the tool's schema. A number or boolean that was sent as its own text (`"5"`, `"true"`) is taken as
 * what it says, because nothing is lost by it, and the model is told.
 */
export function validateInput(given: Readonly<Record<string, unknown>>, tool: AnyTool): ValidatedInput {
  const value = withoutAliases(given, tool.meta.aliases ?? {});
  const first = tool.input.safeParse(value);
  if (first.success) return { status: 'valid', input: first.data, notes: [] };
  const { value: converted, notes } = convertTexts(value, first.error.issues);
  if (notes.length > 0) {
    const second = tool.input.safeParse(converted);
    if (second.success) return { status: 'valid', input: second.data, notes };
  }
  return { status: 'invalid', failure: invalid(tool, first.error.issues) };
}

/** A parameter under its other name is renamed; where both names are given, the unknown one stays and is refused. */
const withoutAliases = (value: Readonly<Record<string, unknown>>, aliases: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(value).map(([name, argument]) => {
      const known = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
      return [known !== undefined && !Object.hasOwn(value, known) ? known : name, argument];
    }),
  );

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

function invalid(tool: AnyTool, issues: readonly z.core.$ZodIssue[]): Failure {
  const shown = issues.slice(0, MAX_SHOWN_ISSUES).map(describeIssue);
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
