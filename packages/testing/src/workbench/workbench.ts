import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  createCompute,
  createLocalEnvironment,
  createNodeHasher,
  createRandomIds,
  createSystemClock,
  type JobTable,
  type LocalEnvironmentOptions,
} from '@toolstone/host';
import { bundleFile } from '@toolstone/host/bundle-file';
import { createBlobStore, createLogStore, openDatabase } from '@toolstone/host/sqlite';
import {
  type AnyTool,
  applyRecord,
  compilePolicy,
  createToolSet,
  emptyView,
  type Judge,
  type LogStore,
  noJudge,
  openWorkstream,
  type PipelineSettings,
  partsText,
  type ServiceKey,
  type Workspace,
  type WorkspaceEntry,
  type Workstream,
  type WorkstreamRow,
  workstreamState,
} from '@toolstone/kernel';
import { kernelJobs } from '@toolstone/kernel/jobs';
import type {
  Acknowledgement,
  AskedCall,
  Capabilities,
  LogRecord,
  Part,
  RecordOf,
  SourcedRule,
  ToolResult,
  WorkstreamEvent,
} from '@toolstone/protocol';
import { renderFailure } from '@toolstone/protocol';
import { createCalledLane, type WantedCall } from './called-lane.ts';

export interface WorkbenchOptions {
  readonly tools: readonly AnyTool[];
  /** Files below the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** How questions are answered; `nobody` means that nobody can be asked, `silence` that nobody answers. */
  readonly answer?: 'yes' | 'no' | 'nobody' | 'silence' | ((call: AskedCall) => 'yes' | 'no');
  readonly rules?: readonly SourcedRule[];
  readonly services?: readonly (readonly [ServiceKey<unknown>, unknown])[];
  readonly settings?: Partial<PipelineSettings>;
  readonly capabilities?: Partial<Capabilities>;
  readonly judge?: Judge;
  readonly environment?: Partial<LocalEnvironmentOptions>;
  /** A log that an earlier process left; the workstream is opened on it. */
  readonly log?: readonly LogRecord[];
  /** What becomes of the turn that it left unfinished; `resume` when absent. */
  readonly onInterrupted?: 'resume' | 'close';
  /** Jobs beside the kernel's, and the worker entry that serves both. */
  readonly jobs?: JobTable;
  readonly workerEntry?: URL;
}

export interface WorkbenchResult extends ToolResult {
  readonly callId: string;
  /** The whole text of the result: the failure, or the parts, offloaded ones read back. */
  readonly text: string;
  /** What the model is told. */
  readonly seen: string;
  readonly seenParts: readonly Part[];
  readonly truncated: boolean;
  readonly workspaceRef: string | undefined;
  /** The question that a person was asked, if any. */
  readonly asked: AskedCall | undefined;
  readonly durationMs: number;
}

/** A temporary directory with a real workstream on it: calls take the whole pipeline, to real files and processes. */
export interface Workbench {
  /** The working directory. */
  readonly dir: string;
  readonly workstream: Workstream;
  readonly workspace: Workspace;
  /** Streamed output by call. */
  readonly outputs: ReadonlyMap<string, string>;
  readonly records: readonly LogRecord[];
  /** Defects that were reported, whole. */
  readonly defects: readonly { readonly error: unknown; readonly doing: string }[];
  path(relative: string): string;
  call(tool: string, args: unknown): Promise<WorkbenchResult>;
  /** Calls of one reply, results in call order. */
  batch(calls: readonly WantedCall[]): Promise<readonly WorkbenchResult[]>;
  cancel(): Promise<void>;
  /** Answers the newest question, with what was shown. */
  answerLast(
    answer:
      | {
          readonly decision: 'yes' | 'no';
          readonly always?: boolean;
          readonly exceptions?: Readonly<Record<string, 'yes' | 'no'>>;
        }
      | { readonly decision: 'edit'; readonly callId: string; readonly arguments: string },
  ): Promise<Acknowledgement>;
  /** Takes back the file changes of the newest turn that has some. */
  undo(): Promise<string>;
  /** Settles when an event of this kind comes. */
  waitFor(matches: (event: WorkstreamEvent) => boolean): Promise<void>;
  /** Settles when `records` holds all that the log does. */
  waitForHead(): Promise<void>;
  offloaded(): Promise<readonly WorkspaceEntry[]>;
  close(): Promise<void>;
}

export async function createWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'workbench-')));
  const dir = join(base, 'work');
  await mkdir(dir);
  for (const [name, content] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  const database = await openDatabase({ file: join(base, 'data', 'toolstone.db') });
  const store = createLogStore(database);
  const blobs = createBlobStore({ database, directory: join(base, 'data', 'blobs') });
  const clock = createSystemClock();
  const ids = createRandomIds();
  const id = ids.next('ws');
  await store.create({
    id,
    kind: 'interactive',
    name: 'bench',
    cwd: dir,
    parent: null,
    forkedFrom: null,
    at: new Date(clock.now()).toISOString(),
  });
  const claim = await store.claim({ workstreamId: id, ownerAddress: 'bench', nowMs: clock.now(), leaseMs: 600_000 });
  if (claim.status !== 'claimed') throw new Error('the bench could not claim its own workstream');
  const row = options.log ? await replay(store, claim.row, options.log) : claim.row;
  const environment = createLocalEnvironment({ cwd: dir, roots: [dir], ...options.environment });
  const compute = createCompute({
    table: [...kernelJobs, ...(options.jobs ?? [])],
    workerUrl: await bundleFile(options.workerEntry ?? new URL('./kernel-worker.ts', import.meta.url)),
  });
  const { lane, expect } = createCalledLane(options.capabilities ?? {});
  const workspace = blobs.workspace(id);
  const tools = createToolSet(options.tools);
  const defects: { readonly error: unknown; readonly doing: string }[] = [];
  const workstream = await openWorkstream({
    store,
    row,
    lane: async () => lane,
    system: 'bench',
    specs: tools.specs('interactive', { workingDir: dir }),
    maxRounds: 100,
    compactAt: 0.8,
    owner: { principal: 'person', surface: 'cli' },
    onInterrupted: options.onInterrupted ?? 'resume',
    pipeline: {
      workstreamId: id,
      tools,
      environment,
      policy: compilePolicy(options.rules ?? [], {
        home: environment.home,
        roots: environment.roots,
        cwd: dir,
        isProjectTrusted: true,
      }),
      compute,
      clock,
      ids,
      hasher: createNodeHasher(),
      workspace,
      services: new Map((options.services ?? []).map(([key, service]) => [key.name, service])),
      judge: options.judge ?? noJudge,
      reportDefect: (error, doing) => defects.push({ error, doing }),
      settings: { ...defaultSettings, canAsk: options.answer !== 'nobody', ...options.settings },
    },
  });

  const outputs = new Map<string, string>();
  const records: LogRecord[] = [];
  const asked = new Map<string, AskedCall>();
  const waiting: { matches: (event: WorkstreamEvent) => boolean; settle: () => void }[] = [];
  const over = new AbortController();
  const reading = (async () => {
    for await (const event of workstream.subscribe(0, over.signal)) {
      if (event.type === 'output') outputs.set(event.callId, (outputs.get(event.callId) ?? '') + event.text);
      if (event.type === 'record') {
        records.push(event.record);
        if (event.record.kind === 'approval.asked' && options.answer !== 'silence') void answer(event.record);
      }
      for (const waiter of waiting.filter(({ matches }) => matches(event))) waiter.settle();
    }
  })();

  async function answer({ body }: RecordOf<'approval.asked'>): Promise<void> {
    const say = options.answer ?? 'yes';
    for (const call of body.calls) asked.set(call.callId, call);
    const decide = (call: AskedCall): 'yes' | 'no' =>
      typeof say === 'function' ? say(call) : say === 'no' ? 'no' : 'yes';
    await workstream.send({
      id: ids.next('m'),
      type: 'answer',
      cycleId: body.cycleId,
      decision: 'yes',
      exceptions: Object.fromEntries(body.calls.map((call) => [call.callId, decide(call)])),
    });
  }

  const waitFor = (matches: (event: WorkstreamEvent) => boolean): Promise<void> =>
    new Promise((settle) => waiting.push({ matches, settle }));

  async function batch(calls: readonly WantedCall[]): Promise<readonly WorkbenchResult[]> {
    expect(calls);
    const from = records.length;
    const finished = waitFor((event) => event.type === 'record' && event.record.kind === 'turn.finished');
    await workstream.send({ id: ids.next('m'), type: 'message', parts: [{ type: 'text', text: 'go' }] });
    await finished;
    const turn = records.slice(from);
    const order = turn
      .flatMap((record) => (record.kind === 'model.replied' ? record.body.parts : []))
      .flatMap((part) => (part.type === 'call' ? part.callId : []));
    return Promise.all(order.map((callId) => toResult(callId, turn)));
  }

  async function toResult(callId: string, turn: readonly LogRecord[]): Promise<WorkbenchResult> {
    const finished = turn.find((record) => record.kind === 'call.finished' && record.body.callId === callId);
    if (finished?.kind !== 'call.finished') throw new Error(`${callId} has no result`);
    const { result, durationMs } = finished.body;
    const folded = turn
      .flatMap((record) => (record.kind === 'batch.folded' ? record.body.results : []))
      .find((entry) => entry.callId === callId);
    const message = workstream.view.messages
      .map((entry) => entry.message)
      .find((entry) => entry.role === 'tool' && entry.callId === callId);
    const seenParts = message?.role === 'tool' ? message.parts : [];
    const whole = await Promise.all(result.parts.map(readText));
    return {
      ...result,
      callId,
      text: [...(result.failure ? [renderFailure(result.failure)] : []), ...whole].join('\n'),
      seen: partsText(seenParts),
      seenParts,
      truncated: folded?.truncated ?? false,
      workspaceRef: folded?.workspaceRef,
      asked: asked.get(callId),
      durationMs,
    };
  }

  async function readText(part: Part): Promise<string> {
    if (part.type === 'text') return part.text;
    if (!part.mediaType.startsWith('text/')) return part.description ?? '';
    return new TextDecoder().decode((await workspace.readAt(part.blob, 0, part.bytes)) ?? new Uint8Array());
  }

  return {
    dir,
    workstream,
    workspace,
    outputs,
    records,
    defects,
    path: (relative) => join(dir, relative),
    batch,
    async call(tool, args) {
      const [result] = await batch([{ tool, args }]);
      if (!result) throw new Error(`the call of ${tool} gave no result`);
      return result;
    },
    async answerLast(answer) {
      const last = records.filter((record) => record.kind === 'approval.asked').at(-1);
      for (const call of last?.body.calls ?? []) asked.set(call.callId, call);
      return workstream.send({ id: ids.next('m'), type: 'answer', cycleId: last?.body.cycleId ?? '', ...answer });
    },
    cancel: async () => void (await workstream.send({ id: ids.next('m'), type: 'cancel' })),
    async undo() {
      const done = await workstream.send({ id: ids.next('m'), type: 'undo' });
      return done.status === 'accepted'
        ? (done.text ?? '')
        : done.status === 'refused'
          ? renderFailure(done.failure)
          : done.status;
    },
    waitFor,
    async waitForHead() {
      const head = (await store.get(id))?.head ?? 0;
      if ((records.at(-1)?.seq ?? 0) >= head) return;
      await waitFor((event) => event.type === 'record' && event.record.seq >= head);
    },
    offloaded: () => workspace.list('tool-results/'),
    async close() {
      await workstream.close();
      over.abort();
      await reading;
      await compute.end();
      await store.close();
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** Writes the records as the process before would have: in their order, under this workstream's id. */
async function replay(store: LogStore, row: WorkstreamRow, log: readonly LogRecord[]): Promise<WorkstreamRow> {
  const view = emptyView();
  for (const [head, record] of log.entries()) {
    applyRecord(view, record);
    const projection = {
      state: workstreamState(view),
      openCycles: view.cycles.size,
      usage: view.usage,
      cost: view.cost,
    };
    await store.append({
      workstreamId: row.id,
      generation: row.generation,
      head,
      records: [record],
      projection,
      sync: 'normal',
    });
  }
  return { ...row, head: log.length };
}

const defaultSettings: PipelineSettings = {
  timeoutSeconds: 120,
  isolation: 'none',
  network: true,
  workspaceDir: undefined,
  maxParallel: 8,
  offload: { enabled: true, inlineMaxChars: 4096 },
  approvalTimeoutMs: 0,
  skipPermissions: false,
  canAsk: true,
  cancelGraceMs: 5000,
};
