import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type ToolMeta } from './define-tool.ts';
import { toAnthropic, toDescriptor, toOpenAi } from './export-tools.ts';
import { importTool } from './import-tool.ts';
import { textOutcome } from './result.ts';
import { createToolSet } from './tool-set.ts';

const make = (name: string, meta: Partial<ToolMeta> = {}) =>
  defineTool({
    name,
    description: `${name} does things.`,
    input: z.strictObject({ text: z.string().describe('what to say'), count: z.int().optional() }),
    meta: {
      effects: 'read',
      primaryKey: 'text',
      taskAgent: false,
      coordinator: false,
      interactive: false,
      autoApprove: false,
      ...meta,
    },
    prepare: () => ({ status: 'ready', header: name, plan: {}, needsApproval: false }),
    execute: async () => textOutcome(''),
  });

const plain = make('plain', { taskAgent: true, autoApprove: true });
const coordinatorOnly = make('tasks', { coordinator: true });
const dual = make('memory', {
  coordinator: true,
  interactive: true,
  kindVariants: {
    coordinator: { description: 'For coordinators.', parameterOverrides: { text: { description: 'only this' } } },
  },
});
const noted = make('bash', { cwdNote: 'Runs in {working_dir}.', workspaceNote: 'Files go to {workspace_dir}.' });
const set = createToolSet([plain, coordinatorOnly, dual, noted], [make('mcp__x__y')]);

const names = (tools: readonly { readonly name: string }[]): readonly string[] => tools.map(({ name }) => name);

describe('createToolSet', () => {
  it('derives the sets from the metadata', () => {
    expect({
      interactive: names(set.interactive),
      coordinator: names(set.coordinator),
      taskAgent: names(set.taskAgent),
      taskAuto: [...set.taskAuto],
      builtIn: [...set.builtInNames],
      primaryKeys: Object.fromEntries(set.primaryKeys),
    }).toMatchInlineSnapshot(`
      {
        "builtIn": [
          "plain",
          "tasks",
          "memory",
          "bash",
        ],
        "coordinator": [
          "tasks",
          "memory",
        ],
        "interactive": [
          "plain",
          "memory",
          "bash",
          "mcp__x__y",
        ],
        "primaryKeys": {
          "bash": "text",
          "mcp__x__y": "text",
          "memory": "text",
          "plain": "text",
          "tasks": "text",
        },
        "taskAgent": [
          "plain",
        ],
        "taskAuto": [
          "plain",
        ],
      }
    `);
  });

  it('tells each kind its own description and parameters, and changes no tool by it', () => {
    const forCoordinator = set.specs('coordinator', { workingDir: '/w' }).find(({ name }) => name === 'memory');
    expect(forCoordinator).toMatchObject({
      description: 'For coordinators.',
      parameters: { properties: { text: { type: 'string', description: 'only this' } } },
    });
    const forInteractive = set.specs('interactive', { workingDir: '/w' }).find(({ name }) => name === 'memory');
    expect(forInteractive).toMatchObject({
      description: 'memory does things.',
      parameters: { properties: { text: { description: 'what to say' } } },
    });
  });

  it('names the directories that are there and leaves the other note out', () => {
    const describeBash = (directories: Parameters<typeof set.specs>[1]) =>
      set.specs('interactive', directories).find(({ name }) => name === 'bash')?.description;
    expect(describeBash({ workingDir: '/w' })).toBe('bash does things. Runs in /w.');
    expect(describeBash({ workingDir: '/w', workspaceDir: '/s' })).toBe(
      'bash does things. Runs in /w. Files go to /s.',
    );
  });

  it('sends no metadata to a model', () => {
    const sent = JSON.stringify(
      set.specs('interactive', { workingDir: '/w' }).flatMap((spec) => [toOpenAi(spec), toAnthropic(spec)]),
    );
    expect(sent).not.toMatch(/primary|auto_?approve|task_?agent|kind_?variants|_note/i);
  });

  it('refuses two tools of one name', () => {
    expect(() => createToolSet([plain, make('plain')])).toThrow('same name');
  });
});

describe('the file form of a tool', () => {
  it('is exported with its metadata in snake_case', () => {
    expect(toDescriptor(dual)).toMatchInlineSnapshot(`
      {
        "coordinator": true,
        "description": "memory does things.",
        "interactive": true,
        "kind_variants": {
          "coordinator": {
            "description": "For coordinators.",
            "parameter_overrides": {
              "text": {
                "description": "only this",
              },
            },
          },
        },
        "name": "memory",
        "parameters": {
          "properties": {
            "count": {
              "type": "integer",
            },
            "text": {
              "description": "what to say",
              "type": "string",
            },
          },
          "required": [
            "text",
          ],
          "type": "object",
        },
        "primary_key": "text",
      }
    `);
  });

  it.each([plain, coordinatorOnly, dual, noted])('survives a round trip: $name', (tool) => {
    const imported = importTool(JSON.parse(JSON.stringify(toDescriptor(tool))));
    if ('code' in imported) throw new Error(imported.message);
    expect(toDescriptor({ ...tool, ...imported })).toEqual(toDescriptor(tool));
    expect(imported.input.safeParse({ text: 'a' }).success).toBe(true);
    expect(imported.input.safeParse({ count: 'a' }).success).toBe(false);
  });

  it.each([
    ['an unknown key', { ...toDescriptor(plain), danger: true }, 'danger'],
    ['a primary key that is no parameter', { ...toDescriptor(plain), primary_key: 'nope' }, 'nope'],
    ['a name that no wire takes', { ...toDescriptor(plain), name: 'a b' }, 'name'],
  ])('is refused with %s', (_what, json, word) => {
    const imported = importTool(json);
    expect('code' in imported && imported.message).toContain(word);
  });
});
