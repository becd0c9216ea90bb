import type { LaneEvent, LaneReply, LaneRequest, Message, ToolSpec } from '@toolstone/kernel';
import { type ScriptedReply, startScriptedModel } from '@toolstone/testing';
import { afterEach } from 'vitest';
import { createLanes, plainModelSettings } from '../create-lanes.ts';
import { createNodeModelPorts } from '../node/model-ports.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const tools: readonly ToolSpec[] = [
  {
    name: 'read_file',
    description: 'Reads a file. Long story about it.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', pattern: 'x', description: 'Where. More words.' } },
      required: ['path'],
    },
  },
  {
    name: 'bash',
    description: 'Runs a command.',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
];
export const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });

export async function lane(toolCalls: 'native' | 'text' | 'forced', replies: readonly ScriptedReply[]) {
  const model = await startScriptedModel({ script: { version: 1, chatDialect: 'compatible', replies: [...replies] } });
  cleanups.push(() => model.close());
  const ports = createNodeModelPorts({ now: () => 0, monotonic: () => 0, sleep: async () => undefined });
  cleanups.push(() => ports.http.close());
  const settings = plainModelSettings('openai-chat', 'tiny', {
    base_url: model.chatBaseUrl,
    capabilities: { tool_calls: toolCalls },
    max_retries: 1,
  });
  const resolved = createLanes({
    settings: { models: { tiny: settings }, fallback_models: [] },
    env: {},
    ports,
  }).resolve('tiny');
  if (!resolved.ok) throw new Error(resolved.failure.message);
  return {
    model,
    async ask(
      messages: readonly Message[],
      more: Partial<LaneRequest> = {},
    ): Promise<{ shown: string; events: LaneEvent[]; reply: LaneReply }> {
      let calls = 0;
      const events: LaneEvent[] = [];
      const request = {
        system: 'Be brief.',
        messages,
        tools,
        readBlob: async () => null,
        nextCallId: () => `c${++calls}`,
        ...more,
      };
      for await (const event of resolved.lane.stream(request, new AbortController().signal)) events.push(event);
      const shown = events.reduce(
        (text, event) => (event.type === 'text' ? text + event.text : event.type === 'reset' ? '' : text),
        '',
      );
      const last = events.at(-1);
      if (last?.type !== 'reply') throw new Error('no reply');
      return { shown, events, reply: last.reply };
    },
  };
}
