import type { Message } from '@toolstone/kernel';
import type { JsonObject } from '@toolstone/protocol';

/**
 * Messages as finished pieces of JSON text. A message is written once and not again in the rounds that follow, so that
 * a round does not grow with the history; `variant` holds all that a piece depends on besides its message.
 */
export interface FragmentCache<F> {
  get(message: Message, variant: string, make: () => F | Promise<F>): F | Promise<F>;
}

export function createFragmentCache<F>(): FragmentCache<F> {
  const cache = new WeakMap<Message, { readonly variant: string; readonly fragment: F }>();
  return {
    get(message, variant, make) {
      const known = cache.get(message);
      if (known !== undefined && known.variant === variant) return known.fragment;
      const made = make();
      if (made instanceof Promise) {
        return made.then((fragment) => {
          cache.set(message, { variant, fragment });
          return fragment;
        });
      }
      cache.set(message, { variant, fragment: made });
      return made;
    },
  };
}

/**
 * A request body from small values and finished pieces of JSON. `extra` is merged in as it stands and wins over both;
 * a value that is undefined is left out.
 */
export function assembleBody(
  values: Readonly<Record<string, unknown>>,
  pieces: Readonly<Record<string, string | undefined>>,
  extra: JsonObject,
): string {
  const head = JSON.stringify({ ...values, ...extra });
  let body = head.slice(0, -1);
  for (const [key, piece] of Object.entries(pieces)) {
    if (piece === undefined || key in extra) continue;
    body += `${body.length > 1 ? ',' : ''}${JSON.stringify(key)}:${piece}`;
  }
  return `${body}}`;
}
