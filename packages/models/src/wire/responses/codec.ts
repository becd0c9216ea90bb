import { supportedEffort } from '../../capabilities/effort.ts';
import type { ModelPorts } from '../../ports.ts';
import { createToolPreparer } from '../../prepared-tools.ts';
import { wireToolName } from '../../tool-names.ts';
import type { WireCodec } from '../codec.ts';
import { assembleBody } from '../fragments.ts';
import { type LaneConfig, outputLimit } from '../lane-config.ts';
import { createResponsesDecoder } from './decode.ts';
import { createResponsesInputEncoder } from './encode.ts';

/** OpenAI's Responses API, stateless: nothing is stored there, reasoning comes back encrypted and goes along again. */
export function createCodec(config: LaneConfig, ports: ModelPorts): WireCodec {
  const { capabilities } = config;
  const thinks = capabilities.thinking !== 'none';
  const prepareTools = createToolPreparer('openai', (tool) => ({
    type: 'function',
    name: tool.wireName,
    description: tool.description,
    parameters: tool.parameters,
    // Strict is the default here, and refuses optional parameters.
    strict: false,
  }));
  const encodeInput = createResponsesInputEncoder(config, ports, wireToolName);
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` }),
    ...config.headers,
  };

  return {
    async encode(request, options) {
      const tools = prepareTools(request.tools);
      const { items, hasOpaque } = await encodeInput(request, options);
      const effort = config.effort === undefined || !thinks ? undefined : supportedEffort(config.effort, capabilities);
      const body = assembleBody(
        {
          model: config.model,
          stream: true,
          store: false,
          instructions: request.system === '' ? undefined : request.system,
          include: thinks ? ['reasoning.encrypted_content'] : undefined,
          reasoning: thinks ? { effort, summary: 'auto' } : undefined,
          temperature: capabilities.temperature ? config.temperature : undefined,
          max_output_tokens: outputLimit(config, request.maxOutputTokens),
          parallel_tool_calls: tools.pieces.length > 0 && !capabilities.parallel_calls ? false : undefined,
          prompt_cache_key: capabilities.prompt_cache ? request.cacheKey : undefined,
        },
        {
          tools: tools.pieces.length > 0 ? `[${tools.pieces.join(',')}]` : undefined,
          input: `[${items.join(',')}]`,
        },
        { ...request.bodyExtras, ...config.extraBody },
      );
      return { url: `${config.baseUrl}/responses`, headers, body, hasOpaque };
    },
    createDecoder: (builder) => createResponsesDecoder(config, builder),
    leftOut: (request) => prepareTools(request.tools).leftOut,
    toolName: (request, wireName) => prepareTools(request.tools).names.fromWire(wireName),
  };
}
