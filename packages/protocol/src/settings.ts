import { z } from 'zod';
import { isolationSchema } from './facts.ts';
import { ruleSchema } from './rule.ts';

export const settingsVersion = 1;

/** How a model is spoken to. `embedded` runs a GGUF file inside the process, by an add-on that is installed on request. */
export const wireSchema = z.enum(['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'embedded']);
export type Wire = z.infer<typeof wireSchema>;

/** How hard a model thinks, from least to most. */
export const effortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof effortSchema>;

/** What a model can do, as far as the program must know; every key can be set in `[models.NAME.capabilities]`. */
export const capabilitiesSchema = z.strictObject({
  context_window: z.number().int().min(1024),
  max_output_tokens: z.number().int().min(1),
  vision: z.boolean(),
  thinking: z.enum(['none', 'effort', 'budget', 'adaptive']),
  /** The levels of effort that the model takes; another one is rounded up to the next of these. All, when absent. */
  efforts: z.array(effortSchema).min(1).optional(),
  /** How calls are asked for: natively, as text by a protocol in the prompt, or as one forced JSON choice. */
  tool_calls: z.enum(['native', 'text', 'forced']),
  parallel_calls: z.boolean(),
  prompt_cache: z.boolean(),
  /** Some servers end a stream without a finish reason. */
  finish_reason_optional: z.boolean(),
  system_messages: z.boolean(),
  temperature: z.boolean(),
  /** `max_tokens` or `max_completion_tokens` on the chat wire. */
  token_parameter: z.enum(['max_tokens', 'max_completion_tokens']),
  /** US dollars a million tokens. */
  price_input: z.number().nonnegative().optional(),
  price_output: z.number().nonnegative().optional(),
  price_cache_read: z.number().nonnegative().optional(),
  price_cache_write: z.number().nonnegative().optional(),
});
export type Capabilities = Readonly<z.infer<typeof capabilitiesSchema>>;

export const modelSettingsSchema = z.strictObject({
  provider: wireSchema,
  model: z.string().min(1),
  base_url: z.url().optional(),
  /** The GGUF file of an `embedded` model. */
  path: z.string().optional(),
  /** The name of the environment variable that holds the key. */
  api_key_env: z.string().optional(),
  max_concurrency: z.number().int().min(1).max(64).default(4),
  max_retries: z.number().int().min(0).max(10).default(4),
  /** Ends a request in which nothing arrives for so long. */
  idle_timeout_seconds: z.number().int().min(1).max(3600).default(300),
  temperature: z.number().min(0).max(2).optional(),
  effort: effortSchema.optional(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Merged into the request body as it stands. */
  extra_body: z.record(z.string(), z.json()).default({}),
  capabilities: capabilitiesSchema.partial().default({}),
});
export type ModelSettings = Readonly<z.infer<typeof modelSettingsSchema>>;

/** `config.toml`. An unknown key is an error that names the nearest known one. */
export const settingsSchema = z.strictObject({
  /** The default lane: a name of `[models]`, or `provider/model`. */
  model: z.string().optional(),
  fallback_models: z.array(z.string()).default([]),
  models: z.record(z.string().regex(/^[A-Za-z0-9._-]+$/), modelSettingsSchema).default({}),
  session: z
    .strictObject({
      instructions: z.string().default(''),
      auto_compact_pct: z.number().min(0.1).max(1).default(0.8),
      max_rounds: z.number().int().min(1).max(10_000).default(100),
    })
    .prefault({}),
  tools: z
    .strictObject({
      timeout: z.number().int().min(1).max(3600).default(120),
      max_parallel: z.number().int().min(1).max(64).default(8),
      approval_timeout_seconds: z.number().int().min(0).default(0),
      workspace_dir: z.string().optional(),
      skip_permissions: z.boolean().default(false),
      /** Environment variables that reach commands though their name looks like a secret's. */
      env_passthrough: z.array(z.string()).default([]),
    })
    .prefault({}),
  tool_result_offload: z
    .strictObject({
      enabled: z.boolean().default(true),
      inline_max_chars: z.number().int().min(256).max(1_000_000).default(4096),
    })
    .prefault({}),
  bash: z
    .strictObject({
      isolation: isolationSchema.default('none'),
      network: z.boolean().default(true),
      /** Directories beside the roots that isolated commands may write, such as package caches. */
      writable: z.array(z.string()).default([]),
    })
    .prefault({}),
  storage: z.strictObject({ sync: z.enum(['full', 'normal']).default('full') }).prefault({}),
  ui: z
    .strictObject({
      theme: z.enum(['auto', 'dark', 'light']).default('auto'),
      show_thinking: z.boolean().default(false),
    })
    .prefault({}),
  rules: z.array(ruleSchema).default([]),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;
export type SettingsInput = z.input<typeof settingsSchema>;
