import type { Effort, Json } from '@toolstone/protocol';
import { supportedEffort } from '../../capabilities/effort.ts';
import type { ModelPorts } from '../../ports.ts';
import { createToolPreparer } from '../../prepared-tools.ts';
import { wireToolName } from '../../tool-names.ts';
import type { WireCodec } from '../codec.ts';
import { assembleBody } from '../fragments.ts';
import { type LaneConfig, outputLimit } from '../lane-config.ts';
import { asObject } from '../read-json.ts';
import { createGeminiDecoder } from './decode.ts';
import { createGeminiContentEncoder } from './encode.ts';
import { takesThinkingLevel } from './generation.ts';

const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 24_576,
};

/** Gemini's `streamGenerateContent`. */
export function createCodec(config: LaneConfig, ports: ModelPorts): WireCodec {
  const { capabilities } = config;
  const prepareTools = createToolPreparer('gemini', (tool) => ({
    name: tool.wireName,
    description: tool.description,
    // An object without properties is refused; a function without parameters says the same.
    ...(tool.parameters['properties'] === undefined ? {} : { parameters: tool.parameters }),
  }));
  const encodeContents = createGeminiContentEncoder(config, ports, wireToolName);
  const headers = {
    'content-type': 'application/json',
    ...(config.apiKey === undefined ? {} : { 'x-goog-api-key': config.apiKey }),
    ...config.headers,
  };
  const model =
    config.model.startsWith('models/') || config.model.startsWith('tunedModels/')
      ? config.model
      : `models/${config.model}`;

  function thinkingConfig(): Json | undefined {
    if (capabilities.thinking === 'none') return undefined;
    const effort = config.effort === undefined ? undefined : supportedEffort(config.effort, capabilities);
    if (effort === undefined) return { includeThoughts: true };
    if (takesThinkingLevel(config.model)) return { includeThoughts: true, thinkingLevel: toLevel(effort) };
    return { includeThoughts: effort !== 'none', thinkingBudget: budgets[effort] };
  }

  return {
    async encode(request, options) {
      const tools = prepareTools(request.tools);
      const { contents, hasOpaque } = await encodeContents(request, options);
      const { generationConfig, ...extra } = { ...request.bodyExtras, ...config.extraBody };
      const body = assembleBody(
        {
          systemInstruction: request.system === '' ? undefined : { parts: [{ text: request.system }] },
          generationConfig: {
            maxOutputTokens: outputLimit(config, request.maxOutputTokens),
            temperature: capabilities.temperature ? config.temperature : undefined,
            thinkingConfig: thinkingConfig(),
            // The one object of the body that extra keys are merged into: everything that tunes a reply is in it.
            ...asObject(generationConfig),
          },
        },
        {
          tools: tools.pieces.length > 0 ? `[{"functionDeclarations":[${tools.pieces.join(',')}]}]` : undefined,
          contents: `[${contents.join(',')}]`,
        },
        extra,
      );
      return { url: `${config.baseUrl}/${model}:streamGenerateContent?alt=sse`, headers, body, hasOpaque };
    },
    createDecoder: (builder) => createGeminiDecoder(config, builder),
    leftOut: (request) => prepareTools(request.tools).leftOut,
    toolName: (request, wireName) => prepareTools(request.tools).names.fromWire(wireName),
  };
}

function toLevel(effort: Effort): string {
  if (effort === 'none' || effort === 'minimal') return 'MINIMAL';
  return effort === 'xhigh' || effort === 'max' ? 'HIGH' : effort.toUpperCase();
}
