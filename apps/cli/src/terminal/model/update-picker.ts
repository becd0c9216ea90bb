import type { Action } from '../input/key-bindings.ts';
import type { Editor } from './editor.ts';
import { type Step, step } from './effect.ts';
import { fuzzyScore } from './fuzzy-match.ts';
import type { Picker, PickerRow, Screen } from './screen.ts';

const PAGE = 8;

/** The rows that fit what was typed, in their own order. */
export function shownRows({ rows, filter }: Picker): readonly PickerRow[] {
  if (filter.text.trim() === '') return rows;
  return rows.filter(({ id, title }) => fuzzyScore(filter.text.trim(), `${title} ${id}`) !== undefined);
}

export function actOnPicker(screen: Screen, action: Action): Step {
  const { picker } = screen;
  if (!picker) return step(screen);
  const rows = shownRows(picker);
  const move = (by: number): Step => {
    const selected = Math.max(0, Math.min(rows.length - 1, picker.selected + by));
    return step({ ...screen, picker: { ...picker, selected } });
  };
  switch (action) {
    case 'up':
      return move(-1);
    case 'down':
      return move(1);
    case 'page-up':
      return move(-PAGE);
    case 'page-down':
      return move(PAGE);
    case 'close':
      return step({ ...screen, picker: null });
    case 'accept': {
      const row = rows[picker.selected];
      const closed = { ...screen, picker: null };
      if (!row) return step(closed);
      return picker.purpose === 'resume'
        ? step(closed, { type: 'open-workstream', id: row.id })
        : step(closed, { type: 'send', message: { type: 'switch', lane: row.id } });
    }
    default:
      return step(screen);
  }
}

export function writeInPicker(screen: Screen, change: (filter: Editor) => Editor): Screen {
  if (!screen.picker) return screen;
  return { ...screen, picker: { ...screen.picker, filter: change(screen.picker.filter), selected: 0 } };
}
