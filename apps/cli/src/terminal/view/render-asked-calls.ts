import type { AskedCall } from '@toolstone/protocol';
import { printable, printableLine } from '../style/printable.ts';
import type { Paint } from './paint.ts';
import { renderView } from './render-view.ts';

/** Calls that ask, one below the other: what each would do, whole, and why it asks. */
export const renderAskedCalls = (calls: readonly AskedCall[], paint: Paint): readonly string[] =>
  calls.flatMap((call) => {
    const preview = call.preview.flatMap((view) => renderView(view, paint));
    const isCommand = call.preview.some(({ type }) => type === 'command');
    return [
      ...(isCommand ? [] : [paint.theme.strong(printableLine(call.header))]),
      ...(preview.length > 0 ? preview : [printable(call.arguments)]),
      paint.theme.muted(printableLine(call.ruling.reason)),
    ];
  });
