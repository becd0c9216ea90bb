import type { Lane, LaneEvent, LaneReply } from '@toolstone/kernel';
import type { AssistantPart, Capabilities } from '@toolstone/protocol';

export interface WantedCall {
  readonly tool: string;
  /** An object, or the raw text that a model would have written. */
  readonly args: unknown;
}

const capabilities: Capabilities = {
  context_window: 200_000,
  max_output_tokens: 8_000,
  vision: true,
  thinking: 'none',
  tool_calls: 'native',
  parallel_calls: true,
  prompt_cache: false,
  finish_reason_optional: false,
  system_messages: true,
  temperature: true,
  token_parameter: 'max_tokens',
};

/** A lane that makes the calls it is told to make, then ends the turn. For tests of tools; wires are tested elsewhere. */
export function createCalledLane(overrides: Partial<Capabilities>): {
  readonly lane: Lane;
  expect(calls: readonly WantedCall[]): void;
} {
  let wanted: readonly WantedCall[] = [];
  const lane: Lane = {
    id: 'called',
    model: 'called-1',
    capabilities: { ...capabilities, ...overrides },
    async *stream(request): AsyncIterable<LaneEvent> {
      const calls = wanted.map(({ tool, args }): AssistantPart => {
        const text = typeof args === 'string' ? args : JSON.stringify(args);
        return { type: 'call', callId: request.nextCallId(), name: tool, arguments: text };
      });
      wanted = [];
      const reply: LaneReply = {
        lane: 'called',
        model: 'called-1',
        parts: calls.length > 0 ? calls : [{ type: 'text', text: 'done' }],
        stopReason: calls.length > 0 ? 'calls' : 'end',
        usage: { inputTokens: 100, outputTokens: 10 },
      };
      yield { type: 'reply', reply };
    },
  };
  return {
    lane,
    expect(calls) {
      wanted = calls;
    },
  };
}
