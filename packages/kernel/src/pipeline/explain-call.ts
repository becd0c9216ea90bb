import type { Failure, Surface } from '@toolstone/protocol';
import { type Explanation, explain } from '../policy/explain.ts';
import { resolvePath } from '../policy/shell-paths.ts';
import type { CallRequest, PipelineContext } from './call.ts';
import { parseArguments } from './parse-call.ts';
import { createPreparer } from './prepare-call.ts';
import { createReadSet, type MutableReadSet } from './read-set.ts';
import { policyCall } from './rule-call.ts';

/**
 * What the rules would say of a call, without making it: it is prepared, which has no effects, and judged. Files that the
 * arguments name count as read, for whether they were is not what is asked.
 */
export async function explainCall(
  request: Omit<CallRequest, 'callId'>,
  context: PipelineContext,
  by: {
    readonly surface: Surface;
    readonly signal: AbortSignal;
    /** What "always" was answered for in the workstream that asks. */
    readonly grants?: readonly string[];
  },
): Promise<{ readonly header: string; readonly explanation: Explanation } | { readonly failure: Failure }> {
  const readSet = await readAsNamed(request, context);
  const { surface, signal, grants } = by;
  const scope = { scope: 'explain', readSet, capabilities: { vision: false }, signal, surface, role: 'owner' };
  const call = await createPreparer(context, scope).prepare({ ...request, callId: 'explain' });
  if (call.status === 'refused') return { failure: call.failure };
  return { header: call.header, explanation: explain(context.policy, policyCall(call, scope), grants) };
}

const MAX_PATH_CHARS = 4096;

async function readAsNamed(
  { name, arguments: raw }: Omit<CallRequest, 'callId'>,
  context: PipelineContext,
): Promise<MutableReadSet> {
  const readSet = createReadSet();
  const tool = context.tools.get(name);
  const parsed = tool && parseArguments(raw, tool);
  if (parsed?.status !== 'parsed' || tool?.meta.effects === 'exec') return readSet;
  const { files, cwd } = context.environment;
  for (const value of Object.values(parsed.value)) {
    if (typeof value !== 'string' || value.length > MAX_PATH_CHARS || value.includes('\n')) continue;
    try {
      const path = await files.realpath(resolvePath(cwd, value));
      readSet.add({ path, hash: await files.hash(path) });
    } catch {
      // It names no file that can be read: preparing says what is wrong with it.
    }
  }
  return readSet;
}
