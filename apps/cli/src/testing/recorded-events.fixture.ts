import { readFileSync } from 'node:fs';
import { eventSchema, type WorkstreamEvent } from '@toolstone/protocol';

/** Events as `toolstone run --output stream-json` printed them. */
export const recordedEvents = (name: string): readonly WorkstreamEvent[] =>
  readFileSync(new URL(`../terminal/fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => eventSchema.parse(JSON.parse(line)));
