import { type AssistantMessage, LaneError, type LaneEvent, type Message } from '@toolstone/kernel';
import type { AssistantPart, Json } from '@toolstone/protocol';
import type { ShapedRequest } from '../wire/codec.ts';
import { textOf } from '../wire/content.ts';
import { describeBlob } from '../wire/describe-blob.ts';
import type { LaneConfig } from '../wire/lane-config.ts';
import { asNumber, asObject } from '../wire/read-json.ts';
import type { ShapedLane } from '../wire/wire-lane.ts';
import { createGate } from '../wrap/with-concurrency.ts';
import { createChunkQueue } from './chunk-queue.ts';
import type { Llama, LlamaChat, LlamaHistoryItem, LlamaModel, LlamaModule } from './llama.ts';

interface EmbeddedModel {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly chat: LlamaChat;
  readonly contextSize: number;
}

export interface EmbeddedLaneOptions {
  readonly module: () => Promise<LlamaModule>;
  readonly threads: number;
  /** Called once with what was loaded, to be let go of when the program ends. */
  readonly onLoaded: (llama: Llama) => void;
}

/**
 * A lane that runs a GGUF file inside this process. It answers one request at a time, takes a JSON schema in
 * `response_format` as a grammar, and leaves calls to the forced choice around it.
 */
export function createEmbeddedLane(config: LaneConfig, options: EmbeddedLaneOptions): ShapedLane {
  const gate = createGate(1);
  const grammars = new Map<string, Promise<object>>();
  let loading: Promise<EmbeddedModel> | undefined;

  function load(): Promise<EmbeddedModel> {
    loading ??= loadModel(config, options).catch((error: unknown) => {
      // A file that is put there later is found at the next try.
      loading = undefined;
      throw error;
    });
    return loading;
  }

  function grammarOf(llama: Llama, request: ShapedRequest): Promise<object> | undefined {
    const schema = asObject(asObject(request.bodyExtras?.['response_format'])?.['json_schema'])?.['schema'];
    if (asObject(schema) === undefined) return undefined;
    const key = JSON.stringify(schema);
    // It came in a JsonObject.
    const known = grammars.get(key) ?? llama.createGrammarForJsonSchema(schema as Json);
    grammars.set(key, known);
    return known;
  }

  async function* generate(
    request: ShapedRequest,
    loaded: EmbeddedModel,
    signal: AbortSignal,
  ): AsyncGenerator<LaneEvent> {
    const { chat, model, llama, contextSize } = loaded;
    const history = toHistory(request, config);
    const promptTokens = chat.chatWrapper
      .generateContextState({ chatHistory: history })
      .contextText.tokenize(model.tokenizer).length;
    const room = contextSize - promptTokens - 8;
    if (room < 16) {
      const message = `${config.id}: the conversation of ${promptTokens} tokens does not fit the model's context window of ${contextSize}`;
      throw new LaneError('context-overflow', message, { lane: config.id });
    }
    const grammar = await grammarOf(llama, request);
    const queue = createChunkQueue<LaneEvent>();
    let text = '';
    let thinking = '';
    const running = chat.generateResponse(history, {
      signal,
      stopOnAbortSignal: true,
      maxTokens: Math.min(room, request.maxOutputTokens ?? config.capabilities.max_output_tokens),
      temperature: asNumber(request.bodyExtras?.['temperature']) ?? config.temperature ?? 0.7,
      ...(grammar === undefined ? {} : { grammar }),
      onResponseChunk(chunk) {
        if (chunk.text === '') return;
        const type = chunk.type === 'segment' ? 'thinking' : 'text';
        if (type === 'text') text += chunk.text;
        else thinking += chunk.text;
        queue.push({ type, text: chunk.text });
      },
    });
    const finished = running.finally(() => queue.end());
    finished.catch(() => undefined);
    yield* queue.chunks;
    const { metadata } = await finished;
    signal.throwIfAborted();
    const parts: AssistantPart[] = [];
    if (thinking !== '') parts.push({ type: 'thinking', text: thinking });
    if (text !== '') parts.push({ type: 'text', text });
    yield {
      type: 'reply',
      reply: {
        lane: config.id,
        model: config.model,
        parts,
        stopReason: metadata.stopReason === 'maxTokens' ? 'length' : 'end',
        usage: { inputTokens: promptTokens, outputTokens: model.tokenize(thinking + text).length },
      },
    };
  }

  return {
    id: config.id,
    model: config.model,
    capabilities: config.capabilities,
    async *stream(request, signal) {
      const leave = await gate.enter(signal);
      try {
        if (loading === undefined) {
          yield { type: 'notice', level: 'info', code: 'MODEL_LOADING', text: `Loading ${config.model}` };
        }
        const loaded = await load();
        signal.throwIfAborted();
        yield* generate(request, loaded, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof LaneError) throw error;
        throw new LaneError('unexpected', `${config.id}: ${told(error)}`, { lane: config.id, cause: error });
      } finally {
        leave();
      }
    },
  };
}

async function loadModel(config: LaneConfig, options: EmbeddedLaneOptions): Promise<EmbeddedModel> {
  const module = await options.module().catch((error: unknown) => {
    const message = `${config.id}: the add-on for embedded models is not installed (${told(error)}). Run: toolstone models add FILE.gguf`;
    throw new LaneError('not-found', message, { lane: config.id, cause: error });
  });
  const llama = await module.getLlama({ gpu: 'auto', build: 'never', logLevel: 'error', maxThreads: options.threads });
  options.onLoaded(llama);
  // The base URL of an embedded model is its file.
  const modelPath = config.baseUrl;
  const model = await llama.loadModel({ modelPath }).catch((error: unknown) => {
    const message = `${config.id}: ${modelPath} cannot be loaded (${told(error)}). Check path of the model`;
    throw new LaneError('not-found', message, { lane: config.id, cause: error });
  });
  const contextSize = Math.min(config.capabilities.context_window, model.trainContextSize);
  const context = await model.createContext({ contextSize, threads: options.threads });
  const chat = new module.LlamaChat({ contextSequence: context.getSequence() });
  return { llama, model, chat, contextSize };
}

function toHistory(request: ShapedRequest, config: LaneConfig): readonly LlamaHistoryItem[] {
  const history: LlamaHistoryItem[] = [];
  const hasPlace = config.capabilities.system_messages;
  let before = hasPlace ? '' : request.system;
  if (hasPlace && request.system !== '') history.push({ type: 'system', text: request.system });
  for (const message of request.messages) {
    if (message.role === 'assistant') {
      history.push({ type: 'model', response: [spoken(message)] });
      continue;
    }
    const text = [before, saidBy(message)].filter((piece) => piece !== '').join('\n\n');
    before = '';
    const last = history.at(-1);
    if (last?.type === 'user') history[history.length - 1] = { type: 'user', text: `${last.text}\n\n${text}` };
    else history.push({ type: 'user', text });
  }
  return history;
}

function spoken(message: AssistantMessage): string {
  return textOf(message.parts);
}

function saidBy(message: Exclude<Message, AssistantMessage>): string {
  return message.parts
    .map((part) => (part.type === 'text' ? part.text : describeBlob(part, 'this model cannot see it')))
    .join('\n');
}

function told(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}
