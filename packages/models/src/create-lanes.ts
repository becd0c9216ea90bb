import type { Lane } from '@toolstone/kernel';
import type { Failure, ModelSettings, Settings, Wire } from '@toolstone/protocol';
import { type AssembleOptions, assembleLane } from './assemble-lane.ts';
import { type Environment, laneConfig } from './lane-config-from-settings.ts';
import type { ModelPorts } from './ports.ts';
import { providerByName } from './providers.ts';
import { withFallback } from './wrap/with-fallback.ts';

/** A lane by the flags `--provider`, `--base-url` and `--model`. */
export interface AdHocLane {
  readonly provider?: Wire;
  readonly baseUrl?: string;
  readonly model: string;
}

export interface CreateLanesOptions {
  readonly settings: Pick<Settings, 'models' | 'fallback_models'>;
  readonly env: Environment;
  readonly ports: ModelPorts;
  readonly loadEmbedded?: AssembleOptions['loadEmbedded'];
}

export type ResolvedLane =
  | {
      readonly ok: true;
      readonly lane: Lane /** One line for each fallback model that could not be taken. */;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly failure: Failure };

export interface Lanes {
  /** The names of the configured models. */
  readonly names: readonly string[];
  /** The lane of a configured name or of `provider/model`, with the fallback models behind it. */
  resolve(name: string): ResolvedLane;
  /** A lane by flags; without a fallback, as a person has asked for this one. */
  adHoc(flags: AdHocLane): ResolvedLane;
  /** A lane of settings that were not configured but found; with the fallback models behind it. */
  add(name: string, settings: ModelSettings): ResolvedLane;
}

/** What a model is taken with when its settings say nothing. */
export function plainModelSettings(provider: Wire, model: string, more: Partial<ModelSettings> = {}): ModelSettings {
  return {
    provider,
    model,
    max_concurrency: 4,
    max_retries: 4,
    idle_timeout_seconds: 300,
    headers: {},
    extra_body: {},
    capabilities: {},
    ...more,
  };
}

/**
 * Lanes by name. A name is resolved once: its lane is shared by all who ask for it, and so is its limit of concurrent
 * replies. Nothing is sent and no wire is loaded before a lane is asked for.
 */
export function createLanes(options: CreateLanesOptions): Lanes {
  const { settings } = options;
  const alone = new Map<string, ResolvedLane>();
  const added = new Map<string, ModelSettings>();

  function build(id: string, model: ModelSettings, mayShareKey: boolean): ResolvedLane {
    const outcome = laneConfig({ id, settings: model, env: options.env, mayShareKey });
    if (!outcome.ok) return outcome;
    const lane = assembleLane(outcome.config, {
      maxConcurrency: model.max_concurrency,
      maxRetries: model.max_retries,
      ports: options.ports,
      ...(options.loadEmbedded === undefined ? {} : { loadEmbedded: options.loadEmbedded }),
    });
    return { ok: true, lane, warnings: [] };
  }

  function resolveAlone(name: string): ResolvedLane {
    const known = alone.get(name);
    if (known !== undefined) return known;
    const configured = Object.hasOwn(settings.models, name) ? settings.models[name] : undefined;
    const model = configured ?? added.get(name) ?? fromPath(name);
    if (model === undefined) return unknownModel(name, Object.keys(settings.models));
    const resolved = build(name, model, added.has(name));
    if (resolved.ok) alone.set(name, resolved);
    return resolved;
  }

  function withFallbacks(name: string, first: ResolvedLane): ResolvedLane {
    if (!first.ok) return first;
    const others = settings.fallback_models.filter((other) => other !== name).map(resolveAlone);
    const lanes = others.flatMap((other) => (other.ok ? [other.lane] : []));
    const warnings = others.flatMap((other) => (other.ok ? [] : [`Fallback: ${other.failure.message}`]));
    return { ok: true, lane: withFallback([first.lane, ...lanes]), warnings };
  }

  return {
    names: Object.keys(settings.models),
    resolve: (name) => withFallbacks(name, resolveAlone(name)),
    adHoc({ provider, baseUrl, model }) {
      if (provider === undefined && baseUrl === undefined) return resolveAlone(model);
      const wire = provider ?? 'openai-chat';
      const more = baseUrl === undefined ? {} : { base_url: baseUrl };
      return build(`${wire}/${model}`, plainModelSettings(wire, model, more), true);
    },
    add(name, model) {
      added.set(name, model);
      alone.delete(name);
      return withFallbacks(name, resolveAlone(name));
    },
  };
}

/** `provider/model`, where the model's own name may hold slashes. */
function fromPath(name: string): ModelSettings | undefined {
  const slash = name.indexOf('/');
  const provider = slash <= 0 ? undefined : providerByName(name.slice(0, slash));
  const model = name.slice(slash + 1);
  if (provider === undefined || model === '') return undefined;
  const isServer = provider.keyNames.length === 0;
  return plainModelSettings(provider.wire, model, isServer ? { base_url: provider.baseUrl } : {});
}

function unknownModel(name: string, names: readonly string[]): ResolvedLane {
  const known = names.length === 0 ? 'No model is configured' : `Configured are ${names.join(', ')}`;
  return {
    ok: false,
    failure: {
      code: 'MODEL_UNKNOWN',
      message: `There is no model called ${JSON.stringify(name)}`,
      nextStep: `${known}; or write provider/model, such as anthropic/claude-sonnet-5-5 or ollama/qwen3:8b`,
    },
  };
}
