import type { NewRecord } from '@toolstone/protocol';

const at = '2026-01-02T03:04:05.000Z';

export const messageRecord = (key: string, text = key): NewRecord => ({
  kind: 'input.received',
  body: { type: 'message', inputId: key, parts: [{ type: 'text', text }] },
  scope: '',
  at,
  principal: 'local',
  surface: 'cli',
  commitKey: key,
});

export const changeRecord = (key: string, path: string): NewRecord => ({
  kind: 'file.changed',
  body: { scope: 'r1', path, before: 'absent', after: 'absent' },
  scope: 'r1',
  at,
  principal: 'local',
  surface: 'cli',
  commitKey: key,
});

export const workstream = (
  id: string,
  changes: { readonly name?: string; readonly at?: string; readonly cwd?: string } = {},
) =>
  ({ id, kind: 'interactive', name: 'first', cwd: '/work', parent: null, forkedFrom: null, at, ...changes }) as const;
