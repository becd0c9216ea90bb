import type { Token } from '../../analysis/token.ts';
import type { AnalyzedText } from '../../analysis/token-stream.ts';
import type { FieldStorage, SegmentDocument, SegmentField, StoredDocument } from '../../segment/segment-document.ts';
import { metadataStorage } from '../build-mapping.ts';

/** Gathers what one document (a root, or a nested object) gives to a segment. */
export interface FieldSink {
  /** The tokens of one more value; `gap` positions lie between values, and one unit of offset. */
  addTokens(storage: FieldStorage, text: AnalyzedText, gap: number): void;
  addTerm(storage: FieldStorage, term: string): void;
  addWeighted(storage: FieldStorage, term: string, freq: number): void;
  addNumber(storage: FieldStorage, value: number | bigint): void;
  addPair(storage: FieldStorage, first: number, second: number): void;
  addBytes(storage: FieldStorage, bytes: Uint8Array): void;
  /** False where the document has one already. */
  setVector(storage: FieldStorage, vector: Float32Array): boolean;
  /** `exists` finds the document by it. */
  markPresent(field: string): void;
  markIgnored(field: string): void;
  finish(stored: StoredDocument | null): SegmentDocument;
}

interface ValueEnd {
  position: number;
  offset: number;
}

export const createFieldSink = (): FieldSink => {
  const fields = new Map<string, SegmentField>();
  const lists = new Map<string, unknown[]>();
  const ends = new Map<string, ValueEnd>();

  /** The list of a field's values, made with the field at its first value. */
  const listOf = <T>(storage: FieldStorage, start: (list: T[]) => SegmentField): T[] => {
    const known = lists.get(storage.name);
    // A storage has one kind of value: the list was made by the same method.
    if (known !== undefined) return known as T[];
    const list: T[] = [];
    lists.set(storage.name, list);
    fields.set(storage.name, start(list));
    return list;
  };

  const addTerm = (storage: FieldStorage, term: string): void => {
    listOf<string>(storage, (terms) => ({ kind: 'terms', storage, terms })).push(term);
  };

  const addOnce = (storage: FieldStorage, name: string): void => {
    if (lists.get(storage.name)?.includes(name) !== true) addTerm(storage, name);
  };

  return {
    addTokens(storage, { tokens, endPosition, endOffset }, gap) {
      const list = listOf<Token>(storage, (all) => ({ kind: 'tokens', storage, tokens: all }));
      const end = ends.get(storage.name);
      if (end === undefined) {
        for (const token of tokens) list.push(token);
        ends.set(storage.name, { position: endPosition, offset: endOffset + 1 });
        return;
      }
      const base = end.position + 1 + (end.position < 0 ? 0 : gap);
      for (const token of tokens) {
        list.push({
          ...token,
          position: base + token.position,
          startOffset: end.offset + token.startOffset,
          endOffset: end.offset + token.endOffset,
        });
      }
      end.position = base + endPosition;
      end.offset += endOffset + 1;
    },
    addTerm,
    addWeighted(storage, term, freq) {
      listOf<{ readonly term: string; readonly freq: number }>(storage, (terms) => ({
        kind: 'weighted',
        storage,
        terms,
      })).push({ term, freq });
    },
    addNumber(storage, value) {
      listOf<number | bigint>(storage, (values) => ({ kind: 'numbers', storage, values })).push(value);
    },
    addPair(storage, first, second) {
      listOf<readonly [number, number]>(storage, (values) => ({ kind: 'pairs', storage, values })).push([
        first,
        second,
      ]);
    },
    addBytes(storage, bytes) {
      listOf<Uint8Array>(storage, (values) => ({ kind: 'bytes', storage, values })).push(bytes);
    },
    setVector(storage, vector) {
      if (fields.has(storage.name)) return false;
      fields.set(storage.name, { kind: 'vector', storage, vector });
      return true;
    },
    markPresent: (field) => addOnce(metadataStorage.fieldNames, field),
    markIgnored: (field) => addOnce(metadataStorage.ignored, field),
    finish: (stored) => ({ fields: [...fields.values()], stored }),
  };
};
