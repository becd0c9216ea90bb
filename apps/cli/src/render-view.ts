import type { View } from '@toolstone/protocol';

/** A preview as plain text, for questions outside the interactive terminal. Empty where it shows nothing of its own. */
export function renderPreview(view: View): string {
  switch (view.type) {
    case 'diff':
      return view.diff.trimEnd();
    case 'command':
      return `$ ${view.command}`;
    case 'text':
    case 'terminal':
      return view.text;
    case 'notice':
      return view.level === 'warning' ? `! ${view.text}` : view.text;
    case 'table':
      return [view.columns, ...view.rows].map((row) => row.join('  ')).join('\n');
    case 'lines':
      return `${view.path}:${view.firstLine}-${view.lastLine}`;
    case 'matches':
      return `${view.matches} matches in ${view.files} files`;
    case 'image':
      return view.image.description ?? view.image.mediaType;
  }
}
