import type { FilteredText } from '../component.ts';

/** Writes a changed text and remembers how its offsets lead back. */
export interface OffsetWriter {
  /** Copies what stands unchanged. */
  copy(text: string): void;
  /**
   * Writes `text` in place of `length` units. Offsets from the end of what was written on lead behind what was read; where that is
   * longer than what was read, the units beyond it all lead there.
   */
  replace(text: string, length: number): void;
  finish(): FilteredText;
}

export const createOffsetWriter = (): OffsetWriter => {
  const parts: string[] = [];
  const places: number[] = [];
  const shifts: number[] = [];
  let written = 0;
  let shift = 0;
  const mark = (place: number): void => {
    if (places[places.length - 1] === place) shifts[shifts.length - 1] = shift;
    else {
      places.push(place);
      shifts.push(shift);
    }
  };
  return {
    copy: (text) => {
      parts.push(text);
      written += text.length;
    },
    replace: (text, length) => {
      parts.push(text);
      if (text.length <= length) {
        shift += length - text.length;
        written += text.length;
        if (length !== text.length) mark(written);
        return;
      }
      for (let at = length; at < text.length; at++) {
        shift--;
        mark(written + at);
      }
      written += text.length;
    },
    finish: () => ({ text: parts.join(''), correct: places.length === 0 ? null : correctionOf(places, shifts) }),
  };
};

const correctionOf =
  (places: readonly number[], shifts: readonly number[]) =>
  (offset: number): number => {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? offset : offset + (shifts[low - 1] ?? 0);
  };
