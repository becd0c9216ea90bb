// `npm run schemas`: writes the JSON Schema of the protocol beside it.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { renderProtocolSchemas } from './schemas/protocol-schemas.ts';

const folder = new URL('../packages/protocol/schemas/', import.meta.url);
const schemas = renderProtocolSchemas();

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!schemas.has(name)) rmSync(new URL(name, folder));
for (const [name, text] of schemas) writeFileSync(new URL(name, folder), text);
process.stdout.write(`packages/protocol/schemas: ${schemas.size} schemas\n`);
