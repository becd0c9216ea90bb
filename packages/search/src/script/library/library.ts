import { type ClassRegistry, createClassTable } from '../runtime/java-class.ts';
import { defineCollections } from './collections.ts';
import { defineDates } from './dates.ts';
import { defineDocuments } from './documents.ts';
import { defineLang } from './lang.ts';
import { defineMaps } from './maps.ts';
import { defineMovingFunctions } from './moving-functions.ts';
import { defineStreams } from './streams.ts';
import { defineStrings } from './string.ts';

let table: ClassRegistry | undefined;

/** All classes that scripts may use; made at the first script and never changed. */
export const libraryClasses = (): ClassRegistry => {
  if (table !== undefined) return table;
  const made = createClassTable();
  defineLang(made);
  defineStrings(made);
  defineCollections(made);
  defineMaps(made);
  defineStreams(made);
  defineDates(made);
  defineDocuments(made);
  defineMovingFunctions(made);
  table = made;
  return made;
};
