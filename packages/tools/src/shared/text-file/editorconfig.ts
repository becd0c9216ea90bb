import type { Files } from '@toolstone/kernel';
import { PortError } from '@toolstone/kernel';
import { joinPath, parentPath } from '../paths/resolve-path.ts';

const MAX_BYTES = 64 * 1024;

/**
 * The `charset` that `.editorconfig` files set for a path (https://spec.editorconfig.org), or undefined.
 * Files are looked for from the path's directory up to the first that says `root = true`.
 */
export async function editorconfigCharset(
  files: Pick<Files, 'stat' | 'readAt'>,
  path: string,
): Promise<string | undefined> {
  for (let directory = parentPath(path); ; directory = parentPath(directory)) {
    const text = await readSmallFile(files, joinPath(directory, '.editorconfig'));
    if (text !== null) {
      const { isRoot, sections } = parseEditorconfig(text);
      const below = directory === '/' ? path : path.slice(directory.length);
      const charset = sections.findLast((section) => section.charset !== undefined && matches(section.glob, below));
      if (charset !== undefined) return charset.charset;
      if (isRoot) return undefined;
    }
    if (directory === '/') return undefined;
  }
}

interface Section {
  readonly glob: string;
  readonly charset: string | undefined;
}

/** Sections in order with their `charset`, and whether the search for more files ends here. */
export function parseEditorconfig(text: string): { readonly isRoot: boolean; readonly sections: readonly Section[] } {
  let isRoot = false;
  const sections: { glob: string; charset: string | undefined }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[(.+)\]\s*(?:[#;].*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      sections.push({ glob: header, charset: undefined });
      continue;
    }
    const pair = /^\s*([\w-]+)\s*[=:]\s*(.*?)\s*(?:\s[#;].*)?$/.exec(line);
    const key = pair?.[1]?.toLowerCase();
    const value = pair?.[2]?.toLowerCase();
    const section = sections.at(-1);
    if (section === undefined) isRoot ||= key === 'root' && value === 'true';
    else if (key === 'charset') section.charset = value;
  }
  return { isRoot, sections };
}

/** @param path relative to the directory of the file, with a leading `/` */
function matches(glob: string, path: string): boolean {
  const anchored = glob.includes('/');
  const pattern = globPattern(glob.startsWith('/') ? glob.slice(1) : glob);
  try {
    return new RegExp(`^${anchored ? '/' : '/(?:.*/)?'}${pattern}$`).test(path);
  } catch {
    return false; // a glob that makes no sense matches nothing
  }
}

function globPattern(glob: string): string {
  let pattern = '';
  let depth = 0;
  for (let index = 0; index < glob.length; index++) {
    const character = glob.charAt(index);
    const rest = glob.slice(index);
    const range = /^\{(-?\d+)\.\.(-?\d+)\}/.exec(rest);
    if (range) {
      pattern += '-?\\d+';
      index += range[0].length - 1;
    } else if (rest.startsWith('**')) {
      pattern += '.*';
      index++;
    } else if (character === '*') pattern += '[^/]*';
    else if (character === '?') pattern += '[^/]';
    else if (character === '{' && rest.includes('}')) {
      pattern += '(?:';
      depth++;
    } else if (character === '}' && depth > 0) {
      pattern += ')';
      depth--;
    } else if (character === ',' && depth > 0) pattern += '|';
    else if (character === '[' && rest.includes(']')) {
      const end = rest.indexOf(']');
      pattern += rest.slice(0, end + 1).replace(/^\[!/, '[^');
      index += end;
    } else pattern += character.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  }
  return pattern;
}

async function readSmallFile(files: Pick<Files, 'stat' | 'readAt'>, path: string): Promise<string | null> {
  try {
    const stat = await files.stat(path);
    if (stat?.kind !== 'file' || stat.bytes > MAX_BYTES) return null;
    return new TextDecoder().decode(await files.readAt(path, 0, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof PortError)) throw error;
    return null; // one that cannot be read sets nothing
  }
}
