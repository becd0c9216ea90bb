import { defineTool, textOutcome } from '@toolstone/kernel';
import { z } from 'zod';

const meta = {
  primaryKey: 'text',
  taskAgent: true,
  coordinator: false,
  interactive: true,
  autoApprove: false,
} as const;

export const say = defineTool({
  name: 'say',
  description: 'Says a text.',
  input: z.strictObject({ text: z.string() }),
  meta: { ...meta, effects: 'none', autoApprove: true },
  prepare: ({ text }) => ({
    status: 'ready',
    header: `Say ${text.slice(0, 20)}`,
    plan: { text },
    needsApproval: false,
  }),
  execute: async ({ text }, { emit }) => {
    emit('stdout', text);
    return textOutcome(text);
  },
});

/** Writes a file; its effect is known beforehand. */
export const put = defineTool({
  name: 'put',
  description: 'Writes a file.',
  input: z.strictObject({ name: z.string(), text: z.string() }),
  meta: { ...meta, effects: 'write' },
  async prepare({ name, text }, { files, cwd, hasher }) {
    const path = `${cwd}/${name}`;
    const before = await files.hash(path);
    const bytes = new TextEncoder().encode(text);
    return {
      status: 'ready',
      header: `Put ${name}`,
      plan: { path, text, before },
      needsApproval: true,
      touches: [{ path, access: 'write', before, after: hasher.sha256(bytes) }],
      plannedWrites: [{ path, after: bytes }],
    };
  },
  async execute({ path, text, before }, { environment }) {
    const previous = before === 'absent' ? undefined : await environment.files.readAt(path, 0, 1_000_000);
    const { after } = await environment.files.replace(path, new TextEncoder().encode(text), { expect: before });
    return textOutcome('written', {
      effect: 'committed',
      changes: [{ path, before, after, ...(previous && { previous }) }],
    });
  },
});

export const wait = defineTool({
  name: 'wait',
  description: 'Waits until it is stopped.',
  input: z.strictObject({ text: z.string() }),
  meta: { ...meta, effects: 'exec' },
  prepare: () => ({ status: 'ready', header: 'Wait', plan: {}, needsApproval: false }),
  execute: async (_plan, { signal, emit }) => {
    emit('stdout', 'waiting\n');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return textOutcome('stopped', { status: 'cancelled', effect: 'unknown' });
  },
});

export const broken = defineTool({
  name: 'broken',
  description: 'Has a defect.',
  input: z.strictObject({ text: z.string() }),
  meta: { ...meta, effects: 'read' },
  prepare: () => ({ status: 'ready', header: 'Broken', plan: {}, needsApproval: false }),
  execute: async () => {
    throw new TypeError('secret detail');
  },
});
