import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderProtocolSchemas } from './protocol-schemas.ts';

const folder = new URL('../../packages/protocol/schemas/', import.meta.url);

test('the written schemas are those of the code (else: npm run schemas)', () => {
  const written = new Map(
    readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
  const current = new Map([...renderProtocolSchemas()].map(([name, text]) => [name, JSON.parse(text)]));
  expect(written).toEqual(current);
});

test('each names its version and describes something', () => {
  for (const [name, text] of renderProtocolSchemas()) {
    const schema = JSON.parse(text);
    expect(schema.$id, name).toMatch(/^urn:toolstone:schema:[a-z-]+:\d+$/);
    expect(schema.type ?? schema.oneOf ?? schema.anyOf, name).toBeDefined();
  }
});
