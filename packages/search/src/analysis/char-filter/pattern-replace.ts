import type { JavaRegex } from '../../text/java-regex.ts';
import { expand, findAll } from '../../text/java-regex-replace.ts';
import type { CharFilter } from '../component.ts';
import { createOffsetWriter } from './offset-map.ts';

/** Replaces all matches; `$1` and the like stand for groups. */
export const createPatternReplaceCharFilter = (name: string, regex: JavaRegex, replacement: string): CharFilter => ({
  name,
  isNormalizing: true,
  filter: (text) => {
    const writer = createOffsetWriter();
    let from = 0;
    for (const match of findAll(regex, text)) {
      const start = match[0] ?? 0;
      const end = match[1] ?? start;
      writer.copy(text.slice(from, start));
      writer.replace(expand(regex, text, match, replacement), end - start);
      from = end;
    }
    writer.copy(text.slice(from));
    return writer.finish();
  },
});
