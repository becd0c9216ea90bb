import { writeSync } from 'node:fs';
import { IndexStore } from '../../store/index-store.ts';
import { createSegmentFiles } from '../../store/segment-files.ts';
import { deflate } from '../deflate.ts';
import { createFileDirectory } from '../file-directory.ts';
import { BULK_DOCS, parseText, sourceOf } from './numbered-documents.ts';

// Writes numbered bulks into the folder `argv[2]` from bulk `argv[3]` on until it is killed; prints each once it is acknowledged.
const [, , path = '', first = '0'] = process.argv;
const store = IndexStore.open({
  files: createSegmentFiles(createFileDirectory(path), deflate),
  parse: parseText,
  metadata: null,
});
for (let bulk = Number(first); ; bulk++) {
  for (let number = 0; number < BULK_DOCS; number++) {
    // Half of the ids are new, half replace those of the bulk before.
    const id = `${Math.max(0, bulk - (number % 2))}-${number >>> 1}`;
    const source = sourceOf(bulk, number);
    store.index({ id, routing: null, source, block: parseText(id, null, source) });
  }
  store.sync();
  writeSync(1, `${bulk}\n`);
  if (bulk % 2 === 0) store.refresh();
  if (bulk % 5 === 0) store.flush();
  if (bulk % 11 === 0) store.forceMerge(2);
}
