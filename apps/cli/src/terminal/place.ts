import type { Program } from '../compose.ts';
import { toolSummary } from '../tool-summary.ts';
import type { Place } from './model/screen.ts';
import { printableLine } from './style/printable.ts';

/** What the screen knows of the program, once and for all. */
export function placeOf(
  program: Program,
  { version, cwdShown }: { readonly version: string; readonly cwdShown: string },
): Place {
  const { settings, tools, cwd } = program;
  return {
    version,
    cwd,
    cwdShown: printableLine(cwdShown),
    isolation: settings.bash.isolation,
    skipsPermissions: settings.tools.skip_permissions,
    tools: tools.all.map(({ name, description, meta }) => ({
      name,
      primaryKey: meta.primaryKey,
      summary: toolSummary(description),
      asks: !meta.autoApprove,
    })),
    laneNames: Object.keys(settings.models),
  };
}
