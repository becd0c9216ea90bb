import { PortError } from '@toolstone/kernel';

const MAX_KEY_CHARS = 512;
const hashPattern = /^[0-9a-f]{64}$/;

export const isBlobHash = (text: string): boolean => hashPattern.test(text);

/**
 * Rejects a key that would be trouble as a path elsewhere: a key is shown to a model, pasted into `workspace://` references
 * and written out by exports. Keys are relative, `/` between their parts.
 */
export function checkBlobKey(key: string): void {
  const problem = problemOf(key);
  if (problem === undefined) return;
  throw new PortError('FORBIDDEN', `the workspace key ${JSON.stringify(key.slice(0, 80))} ${problem}`, {
    nextStep: `Use a relative key such as "results/3.txt", at most ${MAX_KEY_CHARS} characters, without ".."`,
  });
}

function problemOf(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_CHARS) return `is longer than ${MAX_KEY_CHARS} characters`;
  if (key.startsWith('/') || key.includes('\\')) return 'is not relative';
  if (/\p{Cc}|\p{Cs}/u.test(key)) return 'holds control characters';
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return 'has an empty, "." or ".." part';
  if (isBlobHash(key)) return 'looks like the hash of a blob';
  return undefined;
}
