import { supportedEffort } from '../../capabilities/effort.ts';
import type { ModelPorts } from '../../ports.ts';
import { createToolPreparer } from '../../prepared-tools.ts';
import { wireToolName } from '../../tool-names.ts';
import type { WireCodec } from '../codec.ts';
import { assembleBody } from '../fragments.ts';
import { type LaneConfig, outputLimit } from '../lane-config.ts';
import { createChatDecoder } from './decode.ts';
import { createChatMessageEncoder } from './encode.ts';

/** OpenAI's Chat Completions, as OpenAI and every compatible server speak it. */
export function createCodec(config: LaneConfig, ports: ModelPorts): WireCodec {
  const { capabilities } = config;
  const prepareTools = createToolPreparer(config.isOwnHost ? 'openai' : 'compatible', (tool) => ({
    type: 'function',
    function: { name: tool.wireName, description: tool.description, parameters: tool.parameters },
  }));
  const encodeMessages = createChatMessageEncoder(config, ports, wireToolName);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` }),
    ...config.headers,
  };

  return {
    async encode(request, options) {
      const tools = prepareTools(request.tools);
      const { messages, hasOpaque } = await encodeMessages(request, options);
      const limit = outputLimit(config, request.maxOutputTokens);
      const effort =
        config.effort !== undefined && capabilities.thinking === 'effort'
          ? supportedEffort(config.effort, capabilities)
          : undefined;
      const body = assembleBody(
        {
          model: config.model,
          stream: true,
          stream_options: { include_usage: true },
          temperature: capabilities.temperature ? config.temperature : undefined,
          reasoning_effort: effort,
          [capabilities.token_parameter]: limit,
          parallel_tool_calls: tools.pieces.length > 0 && !capabilities.parallel_calls ? false : undefined,
          prompt_cache_key: capabilities.prompt_cache && config.isOwnHost ? request.cacheKey : undefined,
        },
        {
          tools: tools.pieces.length > 0 ? `[${tools.pieces.join(',')}]` : undefined,
          messages: `[${messages.join(',')}]`,
        },
        { ...request.bodyExtras, ...config.extraBody },
      );
      return { url: `${config.baseUrl}/chat/completions`, headers, body, hasOpaque };
    },
    createDecoder: (builder) => createChatDecoder(config, builder),
    leftOut: (request) => prepareTools(request.tools).leftOut,
    toolName: (request, wireName) => prepareTools(request.tools).names.fromWire(wireName),
  };
}
