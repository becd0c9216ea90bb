/**
 * The keys that a text may mean, as it stands first: models paste the reference with its `workspace://`, in quotes, or with the
 * full stop of the sentence it stood in.
 */
export function keyCandidates(text: string): readonly string[] {
  const asWritten = withoutScheme(text.trim());
  const unwrapped = withoutScheme(asWritten.replace(/^["'`<([{]+/, '').replace(/["'`>)\]}.,;:!?]+$/, ''));
  return [...new Set([text, asWritten, unwrapped])].filter((key) => key !== '');
}

const withoutScheme = (text: string): string => text.replace(/^workspace:\/{0,3}/i, '').trim();
