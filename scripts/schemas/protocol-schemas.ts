import {
  acknowledgementSchema,
  callOutputSchema,
  eventSchema,
  inboxMessageSchema,
  recordSchema,
  recordVersion,
  ruleSchema,
  runOutputSchema,
  settingsSchema,
  settingsVersion,
  toolDescriptorSchema,
  toolResultSchema,
} from '@toolstone/protocol';
import { z } from 'zod';

interface ProtocolSchema {
  readonly name: string;
  readonly version: number;
  readonly schema: z.ZodType;
  /** Read: what a person or another program may write, defaults left out. Written: what this program puts out. */
  readonly side: 'read' | 'written';
}

const protocolSchemas: readonly ProtocolSchema[] = [
  { name: 'record', version: recordVersion, schema: recordSchema, side: 'written' },
  { name: 'event', version: recordVersion, schema: eventSchema, side: 'written' },
  { name: 'tool-result', version: recordVersion, schema: toolResultSchema, side: 'written' },
  { name: 'inbox-message', version: 1, schema: inboxMessageSchema, side: 'read' },
  { name: 'acknowledgement', version: 1, schema: acknowledgementSchema, side: 'written' },
  { name: 'tool-descriptor', version: 1, schema: toolDescriptorSchema, side: 'read' },
  { name: 'settings', version: settingsVersion, schema: settingsSchema, side: 'read' },
  { name: 'rule', version: 1, schema: ruleSchema, side: 'read' },
  { name: 'call-output', version: 1, schema: callOutputSchema, side: 'written' },
  { name: 'run-output', version: 1, schema: runOutputSchema, side: 'written' },
];

/** The JSON Schema (2020-12) of everything in the protocol: file names with their texts. */
export function renderProtocolSchemas(): ReadonlyMap<string, string> {
  return new Map(
    protocolSchemas.map(({ name, version, schema, side }) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: side === 'read' ? 'input' : 'output' });
      const head = { $schema, $id: `urn:toolstone:schema:${name}:${version}`, title: `toolstone ${name}` };
      return [`${name}.schema.json`, `${JSON.stringify({ ...head, ...rest }, null, 2)}\n`];
    }),
  );
}
