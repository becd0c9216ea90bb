import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PortError } from '@toolstone/kernel';
import { z } from 'zod';
import { toSystemPortError } from '../system-error.ts';
import { writeFilePrivately } from './write-file-privately.ts';

const trustFileSchema = z.object({
  folders: z.record(z.string(), z.string()),
  /** Folders that the person does not trust, so that they are not asked again. */
  declined: z.record(z.string(), z.string()).optional(),
});
type TrustFile = Readonly<z.infer<typeof trustFileSchema>>;

export type Trust =
  /** There is no `.toolstone/` with anything in it: nothing to trust. */
  | { readonly status: 'nothing' }
  | { readonly status: 'trusted' }
  /** Trusted once, and its files have changed since. */
  | { readonly status: 'changed' }
  /** The person was asked about the files as they are and said no. */
  | { readonly status: 'declined' }
  | { readonly status: 'unknown' };

export interface TrustStore {
  /** What the person has said about a folder's `.toolstone/`, as its files stand now. */
  trustOf(folder: string): Promise<Trust>;
  /** Whether the folder's files count in full. A folder with nothing in it has nothing that could not. */
  isTrusted(folder: string): Promise<boolean>;
  /** Remembers that the person trusts the folder as it is now. */
  trust(folder: string): Promise<void>;
  /** Remembers that the person does not, so that they are asked again only when something has changed. */
  decline(folder: string): Promise<void>;
}

/** `trust.json`: which folders a person has trusted, each bound to a hash of what was there to be trusted. */
export function createTrustStore(file: string): TrustStore {
  const trustOf = async (folder: string): Promise<Trust> => {
    const path = await resolveFolder(folder);
    const hash = await hashProjectFiles(path);
    if (hash === undefined) return { status: 'nothing' };
    const { folders, declined } = await readTrustFile(file);
    const known = folders[path];
    if (declined?.[path] === hash) return { status: 'declined' };
    if (known === undefined) return { status: 'unknown' };
    return { status: known === hash ? 'trusted' : 'changed' };
  };
  /** An answer takes back the other one. */
  async function remember(folder: string, answer: 'folders' | 'declined'): Promise<void> {
    const path = await resolveFolder(folder);
    const hash = await hashProjectFiles(path);
    if (hash === undefined) return;
    const { folders, declined } = await readTrustFile(file);
    const { [path]: _trusted, ...otherFolders } = folders;
    const { [path]: _declined, ...otherDeclined } = declined ?? {};
    const next: TrustFile = {
      folders: answer === 'folders' ? { ...otherFolders, [path]: hash } : otherFolders,
      declined: answer === 'declined' ? { ...otherDeclined, [path]: hash } : otherDeclined,
    };
    await writeFilePrivately(file, `${JSON.stringify(next, null, 2)}\n`);
  }

  return {
    trustOf,
    async isTrusted(folder) {
      try {
        const { status } = await trustOf(folder);
        return status === 'trusted' || status === 'nothing';
      } catch (error) {
        if (error instanceof PortError) return false; // what cannot be checked is not trusted; `trust` says why
        throw error;
      }
    },
    trust: (folder) => remember(folder, 'folders'),
    decline: (folder) => remember(folder, 'declined'),
  };
}

async function readTrustFile(file: string): Promise<TrustFile> {
  try {
    return trustFileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw toSystemPortError(error, file);
    // Missing or damaged: nobody is trusted, and the person is asked again.
    return { folders: {} };
  }
}

const resolveFolder = (folder: string): Promise<string> =>
  realpath(folder).catch((error: unknown) => {
    throw toSystemPortError(error, folder);
  });

const MAX_FILES = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 16;

/**
 * A hash over names and contents of all files below `.toolstone/`; undefined where there are none. Symbolic links count by
 * what they lead to: a file elsewhere that changes is a change here.
 */
async function hashProjectFiles(folder: string): Promise<string | undefined> {
  const root = join(folder, '.toolstone');
  const hash = createHash('sha256');
  const seen = { files: 0, bytes: 0 };
  await addDirectory({ path: root, name: '', depth: 0, hash, seen });
  return seen.files === 0 ? undefined : hash.digest('hex');
}

interface Adding {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly hash: Hash;
  readonly seen: { files: number; bytes: number };
}

async function addDirectory({ path, name, depth, hash, seen }: Adding): Promise<void> {
  if (depth > MAX_DEPTH) throw tooLarge(path);
  for (const entry of (await listNames(path)).sort()) {
    const at = join(path, entry);
    const entryName = `${name}/${entry}`;
    const found = await stat(at).catch(() => undefined); // a link to nothing has no content to trust
    if (found?.isDirectory()) await addDirectory({ path: at, name: entryName, depth: depth + 1, hash, seen });
    if (!found?.isFile()) continue;
    seen.files += 1;
    seen.bytes += found.size;
    if (seen.files > MAX_FILES || seen.bytes > MAX_BYTES) throw tooLarge(path);
    const content = await readFile(at).catch((error: unknown) => {
      throw toSystemPortError(error, at);
    });
    // Lengths keep one file's end from passing for the next one's name.
    hash.update(`${Buffer.byteLength(entryName)}:${entryName}${content.length}:`).update(content);
  }
}

const listNames = (path: string): Promise<string[]> =>
  readdir(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw toSystemPortError(error, path);
  });

const tooLarge = (path: string): PortError =>
  new PortError('TOO_LARGE', `${path} holds too much to be checked before it is trusted`, {
    path,
    nextStep: `Keep in .toolstone/ only what Toolstone reads: at most ${MAX_FILES} files and ${MAX_BYTES / 1_048_576} MiB`,
  });
