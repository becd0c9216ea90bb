import type { Json } from '@toolstone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adaptSchema, type SchemaDialect } from './adapt-schema.ts';
import type { Schema } from './json-schema.ts';
import { accepts, refusedByGemini } from './schema-oracle.test-support.ts';

const dialects: readonly SchemaDialect[] = ['openai', 'anthropic', 'gemini', 'compatible'];

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

describe('any schema at all', () => {
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
