import { join } from 'node:path';
import type { DataDirectory } from '@toolstone/host';
import type { Clock, Lane } from '@toolstone/kernel';
import {
  createEmbeddedLoader,
  createLanes,
  createNodeModelPorts,
  type DetectedLane,
  detectLanes,
  findEmbeddedModel,
  type ResolvedLane,
} from '@toolstone/models';
import type { Failure, Settings } from '@toolstone/protocol';
import type { GlobalFlags } from '../../flags.ts';

/** The models that this run can use, and which one it does when none is named. */
export interface ProgramLanes {
  /** The lane of a name; for null what the flags, then the settings say, then what is found. */
  choose(name: string | null): Promise<Lane | { readonly failure: Failure }>;
  /** Names of the configured models. */
  readonly names: readonly string[];
  /** What is there without configuration. */
  detect(all: boolean): Promise<readonly DetectedLane[]>;
  close(): Promise<void>;
}

export interface ProgramLanesOptions {
  readonly settings: Settings;
  readonly flags: GlobalFlags;
  readonly data: DataDirectory;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
}

export function createProgramLanes({ settings, flags, data, clock, env }: ProgramLanesOptions): ProgramLanes {
  const ports = createNodeModelPorts(clock);
  const { addon, models } = embeddedPaths(data);
  const embedded = createEmbeddedLoader(addon);
  const lanes = createLanes({ settings, env, ports, loadEmbedded: embedded.load });
  let detected: Promise<readonly DetectedLane[]> | undefined;

  const detect = (all: boolean): Promise<readonly DetectedLane[]> =>
    detectLanes(
      { env, http: ports.http, all, findEmbedded: () => findEmbeddedModel(addon, models) },
      new AbortController().signal,
    );

  async function chooseDefault(): Promise<ResolvedLane> {
    if (flags.baseUrl !== undefined || flags.provider !== undefined) {
      const { model, provider, baseUrl } = flags;
      if (model === undefined) return { ok: false, failure: modelNotNamed };
      return lanes.adHoc({
        model,
        ...(provider !== undefined && { provider }),
        ...(baseUrl !== undefined && { baseUrl }),
      });
    }
    const wanted = flags.model ?? settings.model ?? lanes.names[0];
    if (wanted !== undefined) return lanes.resolve(wanted);
    detected ??= detect(false);
    const [first] = await detected;
    return first ? lanes.add(first.name, first.settings) : { ok: false, failure: noModel };
  }

  return {
    names: lanes.names,
    async choose(name) {
      const resolved = name === null ? await chooseDefault() : lanes.resolve(name);
      return resolved.ok ? resolved.lane : { failure: resolved.failure };
    },
    detect,
    async close() {
      ports.http.close();
      await embedded.close();
    },
  };
}

/** Where the add-on for embedded models is installed, and where their files are looked for. */
export const embeddedPaths = (data: DataDirectory): { readonly addon: string; readonly models: string } => ({
  addon: join(data.path, 'addons', 'llama'),
  models: join(data.path, 'models'),
});

const modelNotNamed: Failure = {
  code: 'MODEL_NOT_NAMED',
  message: '--provider and --base-url need --model',
  nextStep: 'Say which model the server is to run: --model NAME',
};

const noModel: Failure = {
  code: 'MODEL_MISSING',
  message: 'no model is configured and none was found',
  nextStep:
    'Set OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY, start Ollama, LM Studio, llama.cpp or vLLM, or add one with `toolstone models add`; tools work without: `toolstone call`, `toolstone tour`',
};
