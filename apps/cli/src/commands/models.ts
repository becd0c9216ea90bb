import { setSetting } from '@toolstone/host';
import { LaneError } from '@toolstone/kernel';
import { CommandFailure, usageFailure } from '../command-failure.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { GlobalFlags } from '../flags.ts';
import { printJson, printLine, printTable, tellLine } from '../node/output.ts';
import { withProgram } from '../with-program.ts';

/** `toolstone models list`: configured ones, then what is there without configuration. */
export const listModels = (flags: GlobalFlags & { readonly json?: boolean }): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async (program) => {
    const lanes = await program.lanes();
    const chosen = await lanes.choose(null);
    const current = 'failure' in chosen ? undefined : chosen.id;
    const configured = Object.entries(program.settings.models).map(([name, { provider, model, base_url }]) => ({
      name,
      provider,
      model,
      from: base_url ?? 'config.toml',
      isDefault: name === current,
    }));
    const found = (await lanes.detect(true)).map(({ name, settings, how }) => ({
      name,
      provider: settings.provider,
      model: settings.model,
      from: how,
      isDefault: name === current,
    }));
    const all = [...configured, ...found.filter(({ name }) => !configured.some((known) => known.name === name))];
    if (flags.json) printJson(all);
    else if (all.length === 0)
      printLine(
        `none configured, and none found on this machine${'failure' in chosen ? `. ${chosen.failure.nextStep}` : ''}`,
      );
    else printTable(all.map((row) => [row.isDefault ? '*' : ' ', row.name, row.provider, row.model, row.from]));
    return exitCode.done;
  });

/** `toolstone models test [NAME]`: one short question, and what came back. */
export const testModel = (name: string | undefined, flags: GlobalFlags): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async (program) => {
    const lane = await (await program.lanes()).choose(name ?? null);
    if ('failure' in lane) throw new CommandFailure(lane.failure, exitCode.usage);
    const startedAt = program.clock.monotonic();
    let said = '';
    try {
      const request = {
        system: 'Answer with one word.',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'Say: ready' }] }],
        tools: [],
        maxOutputTokens: 2000,
        readBlob: async () => null,
        nextCallId: () => program.ids.next('call'),
      } as const;
      for await (const event of lane.stream(request, AbortSignal.timeout(120_000)))
        if (event.type === 'text') said += event.text;
    } catch (error) {
      if (!(error instanceof LaneError)) throw error;
      tellLine(`${lane.id}: ${error.kind}: ${error.message}`);
      return exitCode.modelUnreachable;
    }
    printLine(
      `${lane.id} (${lane.model}) answered in ${Math.round(program.clock.monotonic() - startedAt)} ms: ${said.trim().slice(0, 200)}`,
    );
    return exitCode.done;
  });

export interface AddModelFlags extends GlobalFlags {
  readonly apiKeyEnv?: string;
  readonly yes?: boolean;
}

/** `toolstone models add NAME`: writes `[models.NAME]` to config.toml. */
export const addModel = (name: string, flags: AddModelFlags): Promise<ExitCode> =>
  withProgram({ flags, canAsk: false }, async ({ data }) => {
    if (name.endsWith('.gguf')) {
      const { addEmbeddedModel } = await import('../node/models/add-embedded-model.ts');
      return addEmbeddedModel(name, { data, isConsented: flags.yes === true });
    }
    if (flags.model === undefined)
      throw usageFailure(
        'a model needs --model',
        `Say what the server calls it: toolstone models add ${name} --provider openai-chat --base-url http://127.0.0.1:8000/v1 --model NAME`,
      );
    const values: Readonly<Record<string, string | undefined>> = {
      provider: flags.provider ?? 'openai-chat',
      model: flags.model,
      base_url: flags.baseUrl,
      api_key_env: flags.apiKeyEnv,
    };
    const table = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const outcome = await setSetting(data.configFile, `models.${name}`, JSON.stringify(table));
    const failure = outcome.status === 'refused' ? outcome.failures[0] : undefined;
    if (failure) throw new CommandFailure(failure, exitCode.usage);
    printLine(`added ${name} to ${data.configFile}; try it with \`toolstone models test ${name}\``);
    return exitCode.done;
  });
