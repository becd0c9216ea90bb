import { describe, expect, test } from 'vitest';
import { adaptSchema, type SchemaDialect } from './adapt-schema.ts';
import type { Schema } from './json-schema.ts';

function adapted(schema: Schema, dialect: SchemaDialect): Schema {
  const outcome = adaptSchema(schema, dialect);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.schema;
}

describe('schemas of tools, for each provider', () => {
  test('a plain schema stays as it is', () => {
    const plain = {
      type: 'object',
      properties: { path: { type: 'string', description: 'Where.' } },
      required: ['path'],
      additionalProperties: false,
    };
    expect(adapted(plain, 'openai')).toEqual(plain);
    expect(adapted(plain, 'anthropic')).toEqual(plain);
    expect(adapted(plain, 'compatible')).toEqual(plain);
    expect(adapted(plain, 'gemini')).toEqual({
      type: 'object',
      properties: { path: { type: 'string', description: 'Where.' } },
      required: ['path'],
    });
  });

  test('choices at the root become one object that says which belong together', () => {
    const schema = {
      description: 'Opens something.',
      oneOf: [
        {
          title: 'a file',
          properties: { kind: { const: 'file' }, path: { type: 'string' } },
          required: ['kind', 'path'],
        },
        {
          title: 'a page',
          properties: { kind: { const: 'page' }, url: { type: 'string' } },
          required: ['kind', 'url'],
        },
      ],
    };
    expect(adapted(schema, 'anthropic')).toMatchInlineSnapshot(`
      {
        "description": "Opens something. (give exactly one of these sets: {kind="file", path} a file or {kind="page", url} a page)",
        "properties": {
          "kind": {
            "anyOf": [
              {
                "const": "file",
              },
              {
                "const": "page",
              },
            ],
          },
          "path": {
            "type": "string",
          },
          "url": {
            "type": "string",
          },
        },
        "required": [
          "kind",
        ],
        "type": "object",
      }
    `);
  });

  test('Gemini gets everything it can say, and the rest in words', () => {
    const schema = {
      type: 'object',
      properties: {
        mode: { const: 'fast' },
        level: { enum: [1, 2, 3], description: 'How much.' },
        name: { type: ['string', 'null'], format: 'hostname', default: 'localhost' },
        either: { anyOf: [{ type: 'string' }, { type: 'integer', exclusiveMinimum: 0 }, { type: 'null' }] },
        ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.1 },
        pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] },
        map: { type: 'object', additionalProperties: { type: 'string' } },
        any: {},
        both: {
          allOf: [
            { properties: { a: { type: 'string' } }, required: ['a'] },
            { properties: { b: { type: 'string' } } },
          ],
        },
      },
      required: ['mode', 'missing'],
      additionalProperties: false,
    };
    expect(adapted(schema, 'gemini')).toMatchInlineSnapshot(`
      {
        "properties": {
          "any": {
            "anyOf": [
              {
                "type": "string",
              },
              {
                "type": "number",
              },
              {
                "type": "boolean",
              },
              {
                "type": "object",
              },
              {
                "items": {
                  "type": "string",
                },
                "type": "array",
              },
            ],
            "description": "(any JSON value)",
          },
          "both": {
            "properties": {
              "a": {
                "type": "string",
              },
              "b": {
                "type": "string",
              },
            },
            "required": [
              "a",
            ],
            "type": "object",
          },
          "either": {
            "anyOf": [
              {
                "type": "string",
              },
              {
                "minimum": 1,
                "type": "integer",
              },
            ],
            "nullable": true,
          },
          "level": {
            "description": "How much. (one of 1, 2, 3)",
            "type": "integer",
          },
          "map": {
            "description": "(other keys hold {"type":"string"})",
            "type": "object",
          },
          "missing": {
            "anyOf": [
              {
                "type": "string",
              },
              {
                "type": "number",
              },
              {
                "type": "boolean",
              },
              {
                "type": "object",
              },
              {
                "items": {
                  "type": "string",
                },
                "type": "array",
              },
            ],
            "description": "(any JSON value)",
          },
          "mode": {
            "enum": [
              "fast",
            ],
            "type": "string",
          },
          "name": {
            "description": "(format: hostname; default: "localhost")",
            "nullable": true,
            "type": "string",
          },
          "pair": {
            "description": "(in this order: {"type":"string"}, {"type":"integer"})",
            "items": {
              "anyOf": [
                {
                  "type": "string",
                },
                {
                  "type": "integer",
                },
              ],
            },
            "type": "array",
          },
          "ratio": {
            "description": "(greater than 0; less than 1; multipleOf: 0.1)",
            "type": "number",
          },
        },
        "required": [
          "mode",
          "missing",
        ],
        "type": "object",
      }
    `);
  });

  test('a definition that contains itself is written out once and then told of', () => {
    const schema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node' } },
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
    };
    expect(adapted(schema, 'compatible')).toMatchInlineSnapshot(`
      {
        "properties": {
          "root": {
            "properties": {
              "children": {
                "items": {
                  "description": "(the same shape as node)",
                },
                "type": "array",
              },
              "name": {
                "type": "string",
              },
            },
            "type": "object",
          },
        },
        "type": "object",
      }
    `);
    expect(adapted(schema, 'openai')).toEqual(schema);
  });

  test('older drafts are written anew', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      id: 'x',
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 0, exclusiveMinimum: true, required: true },
        t: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      },
    };
    expect(adapted(schema, 'anthropic')).toEqual({
      type: 'object',
      properties: {
        n: { type: 'integer', exclusiveMinimum: 0 },
        t: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      },
      required: ['n'],
    });
  });

  test('what no rewriting can save is left out with the reason', () => {
    expect(adaptSchema({ type: 'string' }, 'openai')).toEqual({
      ok: false,
      reason: 'its arguments are declared as string, not as an object',
    });
    expect(adaptSchema({ type: 'object', properties: { 'ungültig!': {} } }, 'anthropic')).toMatchObject({ ok: false });
    const defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `d${i}`,
        { properties: { a: { $ref: `#/$defs/d${i + 1}` }, b: { $ref: `#/$defs/d${i + 1}` } } },
      ]),
    );
    expect(
      adaptSchema(
        { type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs: { ...defs, d20: { type: 'string' } } },
        'gemini',
      ),
    ).toEqual({
      ok: false,
      reason: 'its schema is too large once its references are written out',
    });
  });
});
