import { defineTool } from '@toolstone/kernel';
import { z } from 'zod';
import { checkPattern } from '../shared/line-filter/check-pattern.ts';
import { executeWorkspaceRead } from './execute.ts';
import { parseJsonPath } from './json-path.ts';
import type { WorkspaceReadPlan } from './plan.ts';
import { keyCandidates } from './workspace-key.ts';

const DEFAULT_LINES = 2000;
const MAX_UNITS = 32_768;

/** Reads what was moved to the workspace: page by page, by regular expression, or a part of a JSON document. */
export const workspaceRead = defineTool({
  name: 'workspace_read',
  description:
    'Read a result stored at workspace://KEY: a page of it, lines that match a regex, or a part of its JSON. Without key, list what is stored.',
  input: z.strictObject({
    key: z.string().max(2000).optional(),
    offset: z.int().min(1).default(1).describe('First line, char or match, from 1'),
    limit: z.int().min(1).max(MAX_UNITS).optional(),
    unit: z.enum(['lines', 'chars']).default('lines'),
    grep: z.string().optional().describe('Regex for lines'),
    ignore_case: z.boolean().default(false),
    context: z.int().min(0).max(20).default(0).describe('Lines around each match'),
    path: z.string().max(2000).optional().describe('Part of JSON: /a/0 or a[*].b'),
  }),
  meta: {
    effects: 'read',
    primaryKey: 'key',
    taskAgent: true,
    coordinator: true,
    interactive: true,
    autoApprove: true,
    pagesItself: true,
    follows: 'workspace://',
  },

  prepare(input) {
    const { grep, path, unit } = input;
    const failure =
      (grep === undefined ? undefined : checkPattern(grep, 'grep')) ??
      (path === undefined ? undefined : checkPath(path));
    if (failure) return { status: 'refused', failure };
    const keys = keyCandidates(input.key ?? '');
    const plan: WorkspaceReadPlan = {
      keys,
      offset: input.offset,
      limit: input.limit ?? (unit === 'chars' ? MAX_UNITS : DEFAULT_LINES),
      unit,
      grep: grep ?? null,
      ignoreCase: input.ignore_case,
      context: input.context,
      path: path ?? null,
    };
    return { status: 'ready', header: header(plan), plan, needsApproval: false };
  },

  execute: executeWorkspaceRead,
});

function header({ keys, grep, path }: WorkspaceReadPlan): string {
  const key = keys.at(-1);
  if (key === undefined) return 'List the workspace';
  return `Read workspace://${key}${path === null ? '' : ` at ${path}`}${grep === null ? '' : ` for ${JSON.stringify(grep)}`}`;
}

function checkPath(path: string) {
  const parsed = parseJsonPath(path);
  if (parsed.status === 'parsed') return undefined;
  return {
    code: 'JSON_PATH_INVALID',
    message: `"path" is no path into JSON: ${parsed.reason}`,
    nextStep: 'Write it as a pointer, /items/0/name, or as items[0].name, items[*].name, ["a b"]',
  };
}
