import { readFile, stat } from 'node:fs/promises';
import type { Failure } from '@toolstone/protocol';
import { parse, TomlError } from 'smol-toml';
import { type KeyPath, lineOf, locateToml, type TomlPlaces } from './toml-places.ts';

/** A TOML file as it was read. */
export interface ConfigFile {
  readonly path: string;
  readonly text: string;
  readonly values: Tree;
  /** `path:line` of a key, for messages and for `explain`. */
  originOf(key: KeyPath): string;
}

/** A table of values that no schema has seen yet. */
export type Tree = Readonly<Record<string, unknown>>;

export type ReadConfig =
  | { readonly status: 'read'; readonly file: ConfigFile }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly failure: Failure };

const MAX_CONFIG_BYTES = 1_048_576;

export async function readConfigFile(path: string): Promise<ReadConfig> {
  try {
    const { size } = await stat(path);
    if (size > MAX_CONFIG_BYTES) return unreadable(path, `is larger than ${MAX_CONFIG_BYTES} bytes`);
    const bytes = await readFile(path);
    return parseConfig(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { status: 'missing' };
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return unreadable(path, 'is not UTF-8 text');
    return unreadable(path, `cannot be read (${String(code ?? error)})`);
  }
}

export function parseConfig(path: string, text: string): Exclude<ReadConfig, { readonly status: 'missing' }> {
  try {
    const values = parse(text);
    let places: TomlPlaces | undefined;
    return {
      status: 'read',
      file: {
        path,
        text,
        values,
        originOf(key) {
          places ??= locateToml(text);
          return `${path}:${lineOf(text, places, key)}`;
        },
      },
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? 'it cannot be parsed';
    return {
      status: 'failed',
      failure: {
        code: 'CONFIG_SYNTAX',
        message: `${path}:${error.line}:${error.column} is not valid TOML: ${reason}`,
        nextStep: `Correct that line, or move ${path} away to start without it`,
      },
    };
  }
}

const unreadable = (path: string, problem: string): ReadConfig => ({
  status: 'failed',
  failure: { code: 'CONFIG_UNREADABLE', message: `${path} ${problem}`, nextStep: `Correct it, or move ${path} away` },
});
