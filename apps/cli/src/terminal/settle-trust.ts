import { createTrustStore } from '@toolstone/host';
import type { GlobalFlags } from '../flags.ts';
import { loadProgramSettings } from '../node/program-settings.ts';
import { askKey } from '../node/terminal/ask-key.ts';
import { showProjectFiles } from '../node/terminal/project-files-shown.ts';
import { printable } from './style/printable.ts';
import { wrapText } from './style/wrap-text.ts';

/**
 * Asks once whether a folder's `.toolstone/` files may do more than tighten. The answer holds until they change. False
 * where the person wants to leave instead.
 */
export async function settleTrust(flags: GlobalFlags): Promise<boolean> {
  const { data, projectDirectory, isTrusted } = await loadProgramSettings(flags);
  if (projectDirectory === undefined || isTrusted) return true;
  const store = createTrustStore(data.trustFile);
  const trust = await store.trustOf(projectDirectory);
  if (trust.status === 'declined') return true;
  const say = (text: string): void => {
    const lines = wrapText(printable(text), (process.stdout.columns || 80) - 1);
    process.stdout.write(`${lines.join('\n')}\n`);
  };
  say(
    `${trust.status === 'changed' ? 'The .toolstone files of this folder have changed since you trusted them' : 'This folder brings its own .toolstone files'}:\n  ${projectDirectory}\n\n` +
      'If you trust them they can choose the model and where it is served, add tools, and let calls run without asking you.\n' +
      'If not, they can only make things stricter. Trust them when you know who wrote them.',
  );
  for (;;) {
    say('\n  y  trust them      n  do not      l  look at them first');
    const key = await askKey(['y', 'n', 'l']);
    if (key === 'cancel') return false;
    if (key === 'y') await store.trust(projectDirectory);
    if (key === 'n') await store.decline(projectDirectory);
    if (key !== 'l') return true;
    for (const line of await showProjectFiles(projectDirectory)) say(line);
  }
}
