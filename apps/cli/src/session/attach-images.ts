import { explainCall, type PipelineContext, portFailure } from '@toolstone/kernel';
import type { BlobPart, Part } from '@toolstone/protocol';
import { loadAttachment } from '@toolstone/tools';
import type { Program } from '../compose.ts';

export interface AttachOptions {
  readonly program: Program;
  readonly workstreamId: string;
  /** The lane that will answer; null for the one that is chosen by itself. */
  readonly lane: string | null;
  /** Whether a person has typed this here and now, which counts as the yes that a rule may ask for. */
  readonly isTyped: boolean;
}

export interface Attached {
  /** The text, and after it the images that it mentions. */
  readonly parts: readonly Part[];
  /** Why a mentioned image is not among them, one sentence each. */
  readonly remarks: readonly string[];
}

const MAX_MENTIONS = 20;

/**
 * A prompt with the images that it mentions as `@path` or `@"path with blanks"`. Whatever else is mentioned stays a path in
 * the text. The rules decide on each image as they would on a `read_file` of it.
 */
export async function attachImages(text: string, options: AttachOptions): Promise<Attached> {
  const said: Part = { type: 'text', text };
  const mentions = mentionsOf(text);
  if (mentions.length === 0) return { parts: [said], remarks: [] };
  const pipeline = options.program.pipeline(options.workstreamId);
  const parts: Part[] = [said];
  const remarks: string[] = [];
  const seen = new Set<string>();
  for (const mention of mentions) {
    const path = await locate(mention, pipeline);
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    const found = await attach({ path, shown: nameOf(mention) }, pipeline, options);
    if (typeof found === 'string') remarks.push(found);
    else if (found) parts.push(found);
  }
  return { parts, remarks };
}

/** Paths after `@`, each once, as they are written. */
function mentionsOf(text: string): readonly string[] {
  const matches = text.matchAll(/(?<=^|[\s("'`])@(?:"([^"\n]+)"|([^\s"'`]+))/g);
  const paths = [...matches].map(([, quoted, bare]) => quoted ?? bare ?? '');
  return [...new Set(paths)].slice(0, MAX_MENTIONS);
}

/** A mention without the marks of the sentence around it. */
const nameOf = (mention: string): string => mention.replace(/[.,;:!?)\]}>]+$/, '');

/** The image of one mention; undefined where it is none, a remark where it cannot go with the message. */
async function attach(
  { path, shown }: { readonly path: string; readonly shown: string },
  pipeline: PipelineContext,
  options: AttachOptions,
): Promise<BlobPart | string | undefined> {
  const { environment, hasher, compute, workspace } = pipeline;
  const signal = new AbortController().signal;
  try {
    const image = await loadAttachment({ path, shown }, { files: environment.files, hasher, compute, signal });
    if (image.status === 'other') return undefined;
    const refusal = (await ruledOut(path, pipeline, options)) ?? (await blind(options));
    if (refusal !== undefined) return `${shown} is not attached: ${refusal}`;
    if (image.status === 'refused')
      return `${shown} is not attached: ${image.failure.message}. ${image.failure.nextStep}`;
    const { bytes, mediaType, description } = image;
    const { blob } = await workspace.put(bytes, { mediaType });
    return { type: 'blob', blob, mediaType, bytes: bytes.length, name: shown, description };
  } catch (error) {
    const failure = portFailure(error);
    if (failure === undefined) throw error;
    return `${shown} is not attached: ${failure.message}`;
  }
}

/** The file that is meant, with its links resolved; a full stop after a name may belong to the sentence. */
async function locate(
  mention: string,
  { environment: { cwd, home, files } }: PipelineContext,
): Promise<string | undefined> {
  for (const name of [mention, nameOf(mention)]) {
    const path = name.startsWith('/') ? name : name.startsWith('~/') ? `${home}${name.slice(1)}` : `${cwd}/${name}`;
    const stat = await files.stat(path).catch(() => null); // a name that no file can have is no mention of one
    if (stat?.kind === 'file') return files.realpath(path);
  }
  return undefined;
}

async function ruledOut(
  path: string,
  pipeline: PipelineContext,
  { isTyped }: AttachOptions,
): Promise<string | undefined> {
  const call = { name: 'read_file', arguments: JSON.stringify({ path }) };
  const ruled = await explainCall(call, pipeline, { surface: 'cli', signal: new AbortController().signal });
  if ('failure' in ruled) return ruled.failure.message;
  const { effect, reason } = ruled.explanation;
  return effect === 'allow' || (effect === 'ask' && isTyped) ? undefined : `reading it is not allowed (${reason})`;
}

async function blind({ program, lane }: AttachOptions): Promise<string | undefined> {
  const chosen = await (await program.lanes()).choose(lane);
  if ('failure' in chosen || chosen.capabilities.vision) return undefined;
  return `${chosen.model} cannot see images. If it can, say so: capabilities = { vision = true } of the model in config.toml`;
}
