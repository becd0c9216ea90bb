import type { JsonObject, View } from '@toolstone/protocol';
import type { Card } from '../guard/mask-observed.ts';
import { maskObservedJob } from '../jobs.ts';
import type { Compute } from '../ports/compute.ts';
import type { Guarded } from '../tool/result.ts';

const DEADLINE_MS = 30_000;

/**
 * Checks what a person will be shown of a call, before it is kept or shown anywhere. A diff has lines of the file around
 * what is written: credentials in them are masked, and the card says so. What the call itself brings stays to the letter.
 *
 * @param said the arguments, and how long they were as sent
 */
export async function guardCard(
  card: Card<View>,
  said: { readonly input: JsonObject; readonly chars: number },
  compute: Compute,
): Promise<{ readonly header: Guarded<string>; readonly preview: Guarded<readonly View[]> }> {
  const bytes = card.preview.reduce((sum, view) => sum + sizeOf(view), card.header.length + said.chars);
  const { header, preview, masked } = await compute.run(
    maskObservedJob,
    { card, said: said.input },
    { bytes, deadlineMs: DEADLINE_MS },
  );
  const shown: readonly View[] = masked === 0 ? preview : [...preview, maskedNotice(masked)];
  // Everything above has been through the guard, and a brand is no property.
  return { header: header as Guarded<string>, preview: shown as Guarded<readonly View[]> };
}

const maskedNotice = (masked: number): View => ({
  type: 'notice',
  level: 'info',
  text: `${masked === 1 ? '1 credential is' : `${masked} credentials are`} masked here: in the file already, not brought by this call.`,
});

const sizeOf = (view: View): number =>
  view.type === 'diff' ? view.diff.length : view.type === 'text' || view.type === 'terminal' ? view.text.length : 256;
