import type { ModelPorts } from '../../ports.ts';
import { createToolPreparer } from '../../prepared-tools.ts';
import { wireToolName } from '../../tool-names.ts';
import type { WireCodec } from '../codec.ts';
import { assembleBody } from '../fragments.ts';
import { type LaneConfig, outputLimit } from '../lane-config.ts';
import { createAnthropicDecoder } from './decode.ts';
import { createAnthropicMessageEncoder, marked } from './encode.ts';
import { thinkingFields } from './thinking.ts';

const apiVersion = '2023-06-01';

/** Anthropic's Messages API. */
export function createCodec(config: LaneConfig, ports: ModelPorts): WireCodec {
  const { capabilities } = config;
  const prepareTools = createToolPreparer('anthropic', (tool) => ({
    name: tool.wireName,
    description: tool.description,
    input_schema: tool.parameters,
  }));
  const encodeMessages = createAnthropicMessageEncoder(config, ports, wireToolName);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'anthropic-version': apiVersion,
    ...(config.apiKey === undefined ? {} : { 'x-api-key': config.apiKey }),
    ...config.headers,
  };

  function toolsPiece(pieces: readonly string[]): string | undefined {
    const last = pieces.at(-1);
    if (last === undefined) return undefined;
    const all = capabilities.prompt_cache ? [...pieces.slice(0, -1), marked(last)] : pieces;
    return `[${all.join(',')}]`;
  }

  function systemPiece(system: string): string | undefined {
    if (system.trim() === '') return undefined;
    const block = JSON.stringify({ type: 'text', text: system });
    return `[${capabilities.prompt_cache ? marked(block) : block}]`;
  }

  return {
    async encode(request, options) {
      const tools = prepareTools(request.tools);
      const { messages, hasOpaque, mayThink } = await encodeMessages(request, options);
      const maxTokens = outputLimit(config, request.maxOutputTokens) ?? capabilities.max_output_tokens;
      const { isOn, ...thinking } = thinkingFields(config, maxTokens, mayThink);
      const body = assembleBody(
        {
          model: config.model,
          stream: true,
          max_tokens: maxTokens,
          ...thinking,
          temperature: capabilities.temperature && !isOn ? config.temperature : undefined,
          tool_choice:
            tools.pieces.length > 0 && !capabilities.parallel_calls
              ? { type: 'auto', disable_parallel_tool_use: true }
              : undefined,
        },
        { tools: toolsPiece(tools.pieces), system: systemPiece(request.system), messages: `[${messages.join(',')}]` },
        { ...request.bodyExtras, ...config.extraBody },
      );
      return { url: `${config.baseUrl}/v1/messages`, headers, body, hasOpaque };
    },
    createDecoder: (builder) => createAnthropicDecoder(config, builder),
    leftOut: (request) => prepareTools(request.tools).leftOut,
    toolName: (request, wireName) => prepareTools(request.tools).names.fromWire(wireName),
  };
}
