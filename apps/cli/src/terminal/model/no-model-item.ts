import type { Failure } from '@toolstone/protocol';
import type { Item } from './item.ts';

/** With no model a person can still work: how to connect one in three lines, and what goes without. */
export const noModelItem = ({ message }: Pick<Failure, 'message'>): Item => ({
  type: 'lines',
  title: `No model yet: ${message}`,
  lines: [
    '1. a key: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY and start again',
    '2. a local one: start Ollama, LM Studio, llama.cpp or vLLM; it is found by itself',
    '3. any other: toolstone models add NAME --base-url URL --model MODEL',
    '',
    'Tools work without: /call read_file README.md, or !ls. `toolstone tour` shows around.',
  ],
});
