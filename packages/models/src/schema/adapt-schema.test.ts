import type { Json } from '@toolstone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adaptSchema, type SchemaDialect } from './adapt-schema.ts';
import type { Schema } from './json-schema.ts';
import { accepts, refusedByGemini } from './schema-oracle.test-support.ts';

const dialects: readonly SchemaDialect[] = ['openai', 'anthropic', 'gemini', 'compatible'];

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

  test('whatever a schema says, a value that it takes is taken after the rewriting', () => {
    fc.assert(
      fc.property(objectSchema, ({ schema, value }) => {
        expect(accepts(schema, value)).toBe(true);
        for (const dialect of dialects) {
          const outcome = adaptSchema(schema, dialect);
          if (!outcome.ok) continue;
          if (!accepts(outcome.schema, value))
            throw new Error(`${dialect} lost ${JSON.stringify(value)} in ${JSON.stringify(outcome.schema)}`);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('whatever a schema says, Gemini finds nothing in it that it would refuse', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          objectSchema.map(({ schema }) => schema),
          hostileSchema,
        ),
        (schema) => {
          const outcome = adaptSchema(schema, 'gemini');
          if (outcome.ok) expect(refusedByGemini(outcome.schema)).toEqual([]);
        },
      ),
      { numRuns: 600 },
    );
  });

  test('no provider gets a choice at the root or an array without items', () => {
    fc.assert(
      fc.property(hostileSchema, fc.constantFrom(...dialects), (schema, dialect) => {
        const outcome = adaptSchema(schema, dialect);
        if (!outcome.ok) return;
        expect(outcome.schema).toMatchObject({ type: 'object' });
        for (const key of ['oneOf', 'anyOf', 'allOf', 'not', 'enum', '$ref'])
          expect(outcome.schema).not.toHaveProperty([key]);
        JSON.stringify(outcome.schema);
      }),
      { numRuns: 600 },
    );
  });
});

interface SchemaWithValue {
  readonly schema: Schema;
  readonly value: Json;
}

/** Schemas with a value that each takes, by construction. */
const { node: anySchema } = fc.letrec<{ node: SchemaWithValue }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string().map((value) => ({ schema: { type: 'string' }, value })),
    fc.string().map((value) => ({ schema: { const: value }, value })),
    fc
      .string({ minLength: 2, maxLength: 8 })
      .map((value) => ({ schema: { type: ['string', 'null'], minLength: 2, format: 'hostname', title: 'T' }, value })),
    fc.integer().map((value) => ({ schema: { type: 'integer', exclusiveMinimum: value - 1, maximum: value }, value })),
    fc.integer().map((value) => ({ schema: { enum: [value, 'other', null] }, value })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => ({ schema: { type: 'number', minimum: value }, value })),
    fc.boolean().map((value) => ({ schema: { type: 'boolean', default: false }, value })),
    fc.constant({ schema: { type: ['integer', 'null'] }, value: null }),
    fc.constant({ schema: {}, value: 'anything' }),
    fc.array(tie('node'), { maxLength: 3 }).map((items) => ({
      schema: {
        type: 'array',
        items: { anyOf: [...items.map((item) => item.schema), { type: 'boolean' }] },
        uniqueItems: false,
      },
      value: items.map((item) => item.value),
    })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((items) => ({
      schema: { type: 'array', prefixItems: items.map((item) => item.schema) },
      value: items.map((item) => item.value),
    })),
    fc
      .tuple(tie('node'), tie('node'))
      .map(([taken, other]) => ({ schema: { anyOf: [other.schema, taken.schema] }, value: taken.value })),
    fc
      .tuple(tie('node'), fc.string())
      .map(([taken, text]) => ({ schema: { allOf: [taken.schema, { description: text }] }, value: taken.value })),
    tie('node').map((inner) => ({
      schema: { type: 'object', additionalProperties: inner.schema },
      value: { key: inner.value },
    })),
    objectOf(tie('node')),
  ),
}));

function objectOf(node: fc.Arbitrary<SchemaWithValue>): fc.Arbitrary<SchemaWithValue> {
  const name = fc.constantFrom('a', 'b', 'path', 'the_name');
  return fc.dictionary(name, fc.tuple(node, fc.boolean()), { maxKeys: 3 }).map((fields) => {
    const entries = Object.entries(fields);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(entries.map(([key, [field]]) => [key, field.schema])),
        required: entries.filter(([, [, isRequired]]) => isRequired).map(([key]) => key),
      },
      value: Object.fromEntries(entries.map(([key, [field]]) => [key, field.value])),
    };
  });
}

const objectSchema: fc.Arbitrary<SchemaWithValue> = fc.oneof(
  objectOf(anySchema),
  fc
    .tuple(objectOf(anySchema), objectOf(anySchema))
    .map(([taken, other]) => ({ schema: { oneOf: [other.schema, taken.schema], type: 'object' }, value: taken.value })),
  objectOf(anySchema).map(({ schema, value }) => ({
    schema: { $ref: '#/definitions/all', definitions: { all: schema } },
    value,
  })),
);

/** Keywords with values of any kind, right or wrong. */
const hostileSchema: fc.Arbitrary<Schema> = fc
  .letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<Json>(
        null,
        true,
        1,
        'x',
        '#',
        '#/properties/a',
        '^a$',
        [],
        {},
        { $ref: '#' },
        { $ref: '#/nowhere' },
        ['string', 'null'],
        'object',
        'array',
      ),
      fc.dictionary(
        fc.constantFrom(
          'type',
          'properties',
          'items',
          'anyOf',
          'oneOf',
          'allOf',
          'enum',
          'const',
          '$ref',
          '$defs',
          'required',
          'not',
          'format',
          'pattern',
          'additionalProperties',
          'prefixItems',
          'exclusiveMinimum',
          'minimum',
          'nullable',
          'description',
          'a',
          'if',
        ),
        tie('node'),
        { maxKeys: 4 },
      ),
      fc.array(tie('node'), { maxLength: 3 }),
    ),
  }))
  .node.map((node) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? (node as Schema)
      : { type: 'object', properties: { a: node } },
  );
