import type { Json } from '@toolstone/protocol';

/**
 * What we use of node-llama-cpp 3.21 (https://node-llama-cpp.withcat.ai/api), told here because the package is an
 * add-on: it is not there when this is compiled, and the program runs without it.
 */
export interface LlamaModule {
  getLlama(options: {
    readonly gpu: 'auto' | false;
    /** Nothing is ever compiled on a person's machine. */
    readonly build: 'never';
    readonly logLevel: 'error';
    readonly maxThreads: number;
  }): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: LlamaSequence }) => LlamaChat;
}

export interface Llama {
  loadModel(options: { readonly modelPath: string; readonly loadSignal?: AbortSignal }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: Json): Promise<object>;
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly tokenizer: object;
  readonly trainContextSize: number;
  tokenize(text: string): readonly unknown[];
  createContext(options: {
    readonly contextSize: number;
    readonly threads: number;
  }): Promise<{ getSequence(): LlamaSequence }>;
}

type LlamaSequence = object;

export type LlamaHistoryItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(options: { readonly chatHistory: readonly LlamaHistoryItem[] }): {
      readonly contextText: { tokenize(tokenizer: object): readonly unknown[] };
    };
  };
  generateResponse(
    history: readonly LlamaHistoryItem[],
    options: {
      readonly signal: AbortSignal;
      readonly stopOnAbortSignal: boolean;
      readonly maxTokens: number;
      readonly temperature: number;
      readonly grammar?: object;
      readonly onResponseChunk: (chunk: {
        readonly type?: string;
        readonly segmentType?: string;
        readonly text: string;
      }) => void;
    },
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}
