import { z } from 'zod';

const tokens = z.int().nonnegative();
const milliseconds = z.int().nonnegative();

/**
 * Text of a script: a string, or pieces in a row, of which some repeat.
 *
 * `{"repeat": "x", "times": 1000000}` writes a megabyte without a megabyte of script; `"forever"` never ends (streams only).
 */
const scriptTextSchema = z.union([
  z.string(),
  z.array(
    z.union([
      z.string(),
      z.strictObject({
        repeat: z.string().min(1),
        times: z.union([z.int().nonnegative(), z.literal('forever')]),
      }),
    ]),
  ),
]);
export type ScriptText = z.infer<typeof scriptTextSchema>;

/** One call of a reply. Two calls may share an `id`; without one the server makes a unique id. */
const scriptedCallSchema = z
  .strictObject({
    name: z.string(),
    /** Arguments that are written as JSON. */
    arguments: z.record(z.string(), z.json()).optional(),
    /** The argument text exactly as a model would write it, well formed or not. */
    rawArguments: scriptTextSchema.optional(),
    id: z.string().optional(),
  })
  .refine((call) => call.arguments === undefined || call.rawArguments === undefined, {
    message: 'a call has either arguments or rawArguments',
  });
export type ScriptedCall = z.infer<typeof scriptedCallSchema>;

/** Why the model stops: in the words of Toolstone, or `{raw}` for the exact word on the wire. */
const scriptedStopSchema = z.union([
  z.enum(['end', 'calls', 'length', 'refusal', 'filter']),
  z.strictObject({ raw: z.string() }),
]);
export type ScriptedStop = z.infer<typeof scriptedStopSchema>;

/**
 * Tokens of a reply. `inputTokens` is the whole prompt, cached part included; `outputTokens` the whole reply, thinking
 * included. Each wire reports them in its own way of counting. What is left out is estimated from the text.
 */
const scriptedUsageSchema = z.strictObject({
  inputTokens: tokens.optional(),
  outputTokens: tokens.optional(),
  cacheReadTokens: tokens.optional(),
  cacheWriteTokens: tokens.optional(),
  thinkingTokens: tokens.optional(),
});
export type ScriptedUsage = z.infer<typeof scriptedUsageSchema>;

const failureKinds = [
  'rate-limit',
  'quota',
  'overloaded',
  'server-error',
  'timeout',
  'context-overflow',
  'too-large',
  'auth',
  'permission',
  'not-found',
  'invalid-request',
  'filter',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/**
 * An error of the provider. `kind` brings status, type, code and message in the provider's own words; every other
 * field replaces one of them. `body` replaces the whole body, for proxies that answer in HTML.
 */
const scriptedErrorSchema = z.strictObject({
  kind: z.enum(failureKinds).default('server-error'),
  status: z.int().min(400).max(599).optional(),
  type: z.string().optional(),
  code: z.string().nullable().optional(),
  message: z.string().optional(),
  param: z.string().nullable().optional(),
  retryAfterSeconds: z.number().nonnegative().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});
export type ScriptedError = z.infer<typeof scriptedErrorSchema>;

/** Where the bytes of an answer are cut into separate writes. */
const splitSchema = z.union([
  z.strictObject({ everyBytes: z.int().positive() }),
  /** Offsets into the whole body. */
  z.strictObject({ atBytes: z.array(z.int().positive()) }),
  /** In the middle of every character of more than one byte. */
  z.literal('inside-characters'),
  /** In the middle of every line of the event stream. */
  z.literal('inside-lines'),
]);
export type Split = z.infer<typeof splitSchema>;

export const scriptedReplySchema = z.strictObject({
  /** Takes only requests that fit; without it the reply takes any. */
  when: z
    .strictObject({
      wire: z.enum(['openai-chat', 'openai-responses', 'anthropic', 'gemini']).optional(),
      model: z.string().optional(),
      /** A part of the text of the last user message (tool results are not user text). */
      userIncludes: z.string().optional(),
      systemIncludes: z.string().optional(),
      /** A part of a tool result that came after the last reply. */
      resultIncludes: z.string().optional(),
      /** Name of a tool that the request offers. */
      offersTool: z.string().optional(),
    })
    .optional(),
  /** How many requests this reply serves before the next one has its turn. */
  repeat: z.union([z.int().positive(), z.literal('forever')]).default(1),

  text: scriptTextSchema.optional(),
  thinking: scriptTextSchema.optional(),
  /** Opaque thinking that only the provider can read (Anthropic; other wires leave it out). */
  redactedThinking: z.string().optional(),
  calls: z.array(scriptedCallSchema).default([]),
  stopReason: scriptedStopSchema.optional(),
  usage: scriptedUsageSchema.default({}),
  /** Name of the model in the answer; the requested one without it. */
  model: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),

  /** A number waits before the first byte and between chunks. */
  delayMs: z
    .union([milliseconds, z.strictObject({ first: milliseconds.default(0), between: milliseconds.default(0) })])
    .default(0),
  /** Characters of each streamed piece of text or arguments. */
  chunkChars: z.int().positive().optional(),
  split: splitSchema.optional(),

  /** Destroys the socket after so many chunks of the stream (pieces of the body without streaming). */
  cutAfterChunks: z.int().nonnegative().optional(),
  /** Sends no more after so many chunks and keeps the socket open. */
  hangAfterChunks: z.int().nonnegative().optional(),
  /** Never answers at all. */
  hang: z.boolean().default(false),
  /** Destroys the socket instead of an answer. */
  dropConnection: z.boolean().default(false),
  /** Ends the stream cleanly before it says why it stops. */
  endWithoutFinish: z.boolean().default(false),
  /** Puts bytes that are not UTF-8 into the text, or into the arguments when there is no text. */
  invalidUtf8: z.boolean().default(false),

  error: scriptedErrorSchema.optional(),
  /** An error event after the 200; `afterChunks` counts as in `cutAfterChunks`, without it after all content. */
  errorInStream: scriptedErrorSchema
    .extend({
      afterChunks: z.int().nonnegative().optional(),
      /** Responses only: the terminal event, or a bare `error` event. */
      form: z.enum(['response.failed', 'error']).default('response.failed'),
    })
    .optional(),
});
/** A reply as a script writes it. */
export type ScriptedReply = z.input<typeof scriptedReplySchema>;
/** A reply with every default filled in. */
export type ParsedReply = z.output<typeof scriptedReplySchema>;

/** A script file: what the model says, reply after reply. */
export const scriptSchema = z.strictObject({
  version: z.literal(1),
  /** The only key that is let in; any key (and none) without it. */
  apiKey: z.string().optional(),
  /** Names that the model lists give, and then the only ones that may be asked; any model without it. */
  models: z.array(z.string()).optional(),
  /** Tokens (estimated as 4 bytes each) above which a prompt is refused in the provider's own words. */
  contextWindow: z.int().positive().optional(),
  /**
   * `openai` refuses fields that OpenAI does not know; `compatible` takes them, as vLLM, llama.cpp and Ollama do.
   * Chat Completions only.
   */
  chatDialect: z.enum(['openai', 'compatible']).default('openai'),
  replies: z.array(scriptedReplySchema),
});
export type Script = z.input<typeof scriptSchema>;
export type ParsedScript = z.output<typeof scriptSchema>;
