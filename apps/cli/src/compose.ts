import {
  createCompute,
  createLocalEnvironment,
  createLocalFiles,
  createNodeHasher,
  createOwnerAddress,
  createRandomIds,
  createSystemClock,
  type DataDirectory,
  type OwnerServer,
  serveOwner,
} from '@toolstone/host';
import { createBlobStore, createLogStore, openDatabase } from '@toolstone/host/sqlite';
import {
  type Clock,
  compilePolicy,
  createToolSet,
  type Ids,
  type LogStore,
  noJudge,
  openWorkstream,
  type PipelineContext,
  type PipelineSettings,
  type Sender,
  type ToolSet,
  type Workspace,
  type Workstream,
  type WorkstreamRow,
} from '@toolstone/kernel';
import type { InboxMessage, Settings, SourcedRule } from '@toolstone/protocol';
import {
  backgroundShells,
  builtInTools,
  createBackgroundShells,
  describeState,
  type ShellInfo,
} from '@toolstone/tools';
import type { GlobalFlags } from './flags.ts';
import { createDefectLog } from './node/defect-log.ts';
import { jobTable } from './node/job-table.ts';
import type { ProgramLanes } from './node/models/lanes.ts';
import { loadProgramSettings, type ProgramSettings } from './node/program-settings.ts';
import { readProjectNotes } from './node/project-notes.ts';
import { workerUrl } from './node/worker-url.ts';
import { localPerson } from './surface.ts';
import { systemPrompt } from './system-prompt.ts';

export interface ComposeOptions {
  readonly flags: GlobalFlags;
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  readonly maxRounds?: number;
}

/** Everything that a command needs, bound together once. */
export interface Program {
  readonly data: DataDirectory;
  readonly cwd: string;
  readonly settings: Settings;
  readonly rules: readonly SourcedRule[];
  readonly isTrusted: boolean;
  /** What an untrusted folder's files say in vain, and other remarks on the settings. */
  readonly warnings: readonly string[];
  readonly store: LogStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tools: ToolSet;
  readonly ownerAddress: string;
  /** The workstreams that this process owns, as its socket serves them. */
  readonly owned: Map<string, Workstream>;
  lanes(): Promise<ProgramLanes>;
  workspace(workstreamId: string): Workspace;
  /** What calls run in, in the directory of this run. */
  pipeline(workstreamId: string): PipelineContext;
  /** Listens at `ownerAddress`; before the first claim, so that whoever reads the lease finds a living owner. */
  serve(): Promise<void>;
  openOwned(row: WorkstreamRow, sender: Sender, onInterrupted: 'resume' | 'close'): Promise<Workstream>;
  deleteWorkstream(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The one place where ports, lanes and tools are made and bound. Rejects with a `CommandFailure` for bad settings. */
export async function compose({ flags, canAsk, maxRounds }: ComposeOptions): Promise<Program> {
  const loaded = await loadProgramSettings(flags);
  const { data, cwd, settings, rules, isTrusted, warnings } = loaded;
  const clock = createSystemClock();
  const ids = createRandomIds();
  const hasher = createNodeHasher();
  const database = await openDatabase({ file: data.databaseFile });
  const store = withSync(createLogStore(database), settings.storage.sync);
  const blobs = createBlobStore({ database, directory: data.blobs, sync: settings.storage.sync });
  const compute = createCompute({ workerUrl: workerUrl('job-worker'), table: jobTable });
  const files = createLocalFiles();
  const tools = createToolSet(builtInTools);
  const owned = new Map<string, Workstream>();
  const ownerAddress = createOwnerAddress(data.run);
  const closers: (() => Promise<void>)[] = [];
  let server: Promise<OwnerServer> | undefined;
  let lanes: Promise<ProgramLanes> | undefined;

  const openLanes = (): Promise<ProgramLanes> => {
    lanes ??= import('./node/models/lanes.ts').then(({ createProgramLanes }) =>
      createProgramLanes({ settings, flags, data, clock, env: process.env }),
    );
    return lanes;
  };

  /** The model is told with its next results; an idle workstream is not woken for it. */
  function announceExit(workstreamId: string, { id, state }: ShellInfo): void {
    const workstream = owned.get(workstreamId);
    if (!workstream || workstream.state === 'idle' || workstream.state === 'error') return;
    const text = `[Background shell ${id} has ended by itself: ${describeState(state)}. bash_output gives the rest of its output.]`;
    const message: InboxMessage = { id: ids.next('in'), type: 'message', parts: [{ type: 'text', text }] };
    void workstream.send(message, { ...localPerson, surface: 'system' });
  }

  function pipelineOf(workstreamId: string, { cwd: directory, ...place }: ProgramSettings): PipelineContext {
    const environment = createLocalEnvironment({
      cwd: directory,
      roots: [directory],
      isolation: place.settings.bash.isolation,
      writable: place.settings.bash.writable,
      passthrough: place.settings.tools.env_passthrough,
      source: withoutModelKeys(process.env, place.settings),
      hidden: [data.path],
      files,
    });
    const shells = createBackgroundShells({ clock, onExit: (info) => announceExit(workstreamId, info) });
    closers.push(() => shells.close());
    return {
      workstreamId,
      tools,
      environment,
      policy: compilePolicy(place.rules, {
        home: environment.home,
        roots: environment.roots,
        cwd: directory,
        isProjectTrusted: place.isTrusted,
      }),
      compute,
      clock,
      ids,
      hasher,
      workspace: blobs.workspace(workstreamId),
      services: new Map([[backgroundShells.name, shells]]),
      settings: pipelineSettings(place.settings, canAsk),
      judge: noJudge,
      reportDefect: createDefectLog(data),
    };
  }

  async function serve(): Promise<void> {
    server ??= serveOwner({ address: ownerAddress, open: (id) => owned.get(id) ?? null });
    await server;
  }

  async function openOwned(row: WorkstreamRow, sender: Sender, onInterrupted: 'resume' | 'close'): Promise<Workstream> {
    // A workstream keeps to the rules and settings of its own directory, wherever it is opened from.
    const place = row.cwd === cwd ? loaded : await loadProgramSettings({ ...flags, cwd: row.cwd });
    const pipeline = pipelineOf(row.id, place);
    // What a killed owner had started is still running; the next one ends it.
    const areLeftoversEnded = row.state === 'idle' || (await pipeline.environment.processes.endScope(row.id));
    return openWorkstream({
      store,
      row,
      pipeline,
      lane: async (name) => (await openLanes()).choose(name),
      system: systemPrompt({ cwd: row.cwd, settings, projectNotes: await readProjectNotes(row.cwd) }),
      specs: tools.specs(row.kind, { workingDir: row.cwd, workspaceDir: settings.tools.workspace_dir }),
      maxRounds: maxRounds ?? settings.session.max_rounds,
      compactAt: settings.session.auto_compact_pct,
      owner: sender,
      areLeftoversEnded,
      onInterrupted,
    });
  }

  return {
    data,
    cwd,
    settings,
    rules,
    isTrusted,
    warnings,
    store,
    clock,
    ids,
    tools,
    ownerAddress,
    owned,
    lanes: openLanes,
    workspace: (id) => blobs.workspace(id),
    pipeline: (workstreamId) => pipelineOf(workstreamId, loaded),
    serve,
    openOwned,
    async deleteWorkstream(id) {
      await blobs.drop(id);
      return store.delete(id);
    },
    async close() {
      for (const close of closers) await close();
      await (await server)?.close();
      await (await lanes?.catch(() => undefined))?.close();
      await compute.end();
      await store.close();
    },
  };
}

/** `storage.sync = "normal"` trades what a power cut may take for speed; a killed process loses nothing either way. */
const withSync = (store: LogStore, sync: Settings['storage']['sync']): LogStore =>
  sync === 'full' ? store : { ...store, append: (append) => store.append({ ...append, sync: 'normal' }) };

/** Variables that hold the keys of models are nothing for commands, whatever their names look like. */
function withoutModelKeys(source: NodeJS.ProcessEnv, { models }: Settings): NodeJS.ProcessEnv {
  const keys = new Set(Object.values(models).flatMap(({ api_key_env }) => api_key_env ?? []));
  return Object.fromEntries(Object.entries(source).filter(([name]) => !keys.has(name)));
}

const CANCEL_GRACE_MS = 5000;

const pipelineSettings = (settings: Settings, canAsk: boolean): PipelineSettings => ({
  timeoutSeconds: settings.tools.timeout,
  isolation: settings.bash.isolation,
  network: settings.bash.network,
  workspaceDir: settings.tools.workspace_dir,
  maxParallel: settings.tools.max_parallel,
  offload: {
    enabled: settings.tool_result_offload.enabled,
    inlineMaxChars: settings.tool_result_offload.inline_max_chars,
  },
  approvalTimeoutMs: settings.tools.approval_timeout_seconds * 1000,
  skipPermissions: settings.tools.skip_permissions,
  canAsk,
  cancelGraceMs: CANCEL_GRACE_MS,
});
