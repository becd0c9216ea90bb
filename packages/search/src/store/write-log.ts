import { ByteCursor } from '../segment/byte-cursor.ts';
import { ByteWriter } from '../segment/byte-writer.ts';
import { corruptedFile } from '../segment/corrupted.ts';
import type { Directory } from '../segment/directory.ts';
import type { FileWriter } from '../segment/file-access.ts';
import { xxhash32 } from '../segment/xxhash32.ts';

/** One acknowledged change, as the log keeps it. */
export interface LoggedChange {
  readonly id: string;
  readonly routing: string | null;
  /** Null for a delete. */
  readonly source: Uint8Array | null;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

const MAGIC = 0x474f4c54;
const FRAME_HEAD = 12;
const LOG_NAME = /^log-(\d+)$/;

export const logName = (number: number): string => `log-${number}`;

/** Numbers of the logs in a folder, ascending. */
export const logNumbers = (directory: Directory): readonly number[] =>
  directory
    .list()
    .map((name) => Number(LOG_NAME.exec(name)?.[1] ?? -1))
    .filter((number) => number >= 0)
    .sort((left, right) => left - right);

// A frame holds what one `sync` made durable: magic, length and checksum of its changes, then these.
/** Appends changes to a log of its own; they are durable after `sync`. */
export class LogWriter {
  readonly #file: FileWriter;
  readonly #pending = new ByteWriter(4096);
  bytes = 0;
  /** A write failed, perhaps halfway: what comes after it would not be found. Go on with a new log. */
  isBroken = false;

  /** `before` is a broken log, of which this one takes over what is not durable. */
  constructor(directory: Directory, number: number, before: LogWriter | null = null) {
    this.#file = directory.create(logName(number));
    if (before !== null) this.#pending.append(before.#pending.view());
  }

  append(change: LoggedChange): void {
    const out = this.#pending;
    if (out.length === 0) for (let index = 0; index < FRAME_HEAD; index++) out.byte(0);
    out.byte((change.source === null ? 0 : 1) | (change.routing === null ? 0 : 2));
    out.varint(change.seqNo);
    out.varint(change.version);
    out.varint(change.primaryTerm);
    out.text(change.id);
    if (change.routing !== null) out.text(change.routing);
    if (change.source === null) return;
    out.varint(change.source.length);
    out.append(change.source);
  }

  sync(): void {
    const out = this.#pending;
    if (out.length === 0) return;
    const head = new DataView(out.bytes.buffer, out.bytes.byteOffset, FRAME_HEAD);
    head.setUint32(0, MAGIC, true);
    head.setUint32(4, out.length - FRAME_HEAD, true);
    head.setUint32(8, xxhash32(out.bytes, FRAME_HEAD, out.length), true);
    this.isBroken = true;
    this.#file.append(out.view());
    this.#file.sync();
    this.isBroken = false;
    this.bytes += out.length;
    out.clear();
  }

  close(): void {
    this.#file.close();
  }
}

/**
 * Calls `take` for the changes of a log, in order. An incomplete frame at its end was never acknowledged and is left out; a
 * damaged frame with a whole one after it is damage: `corrupt_index_exception`.
 */
export const replayLog = (directory: Directory, number: number, take: (change: LoggedChange) => void): void => {
  const name = logName(number);
  const file = directory.open(name);
  try {
    const head = new Uint8Array(FRAME_HEAD);
    for (let at = 0; at < file.size; ) {
      const frame = at + FRAME_HEAD <= file.size ? readFrame(file, at, head) : null;
      if (frame === null) {
        if (hasFrameAfter(file, at + 1))
          throw corruptedFile(name, `checksum failed in the write-ahead log at byte ${at}`);
        return;
      }
      at += FRAME_HEAD + frame.length;
      takeChanges(frame, take);
    }
  } finally {
    file.close();
  }
};

type LogFile = ReturnType<Directory['open']>;

const readFrame = (file: LogFile, at: number, head: Uint8Array): Uint8Array | null => {
  file.readInto(at, head);
  const view = new DataView(head.buffer);
  const length = view.getUint32(4, true);
  if (view.getUint32(0, true) !== MAGIC || at + FRAME_HEAD + length > file.size) return null;
  const frame = new Uint8Array(length);
  file.readInto(at + FRAME_HEAD, frame);
  return xxhash32(frame) === view.getUint32(8, true) ? frame : null;
};

const hasFrameAfter = (file: LogFile, from: number): boolean => {
  const rest = new Uint8Array(Math.max(0, file.size - from));
  if (rest.length > 0) file.readInto(from, rest);
  const view = new DataView(rest.buffer);
  const head = new Uint8Array(FRAME_HEAD);
  for (let at = 0; at + FRAME_HEAD <= rest.length; at++) {
    if (view.getUint32(at, true) === MAGIC && readFrame(file, from + at, head) !== null) return true;
  }
  return false;
};

const takeChanges = (frame: Uint8Array, take: (change: LoggedChange) => void): void => {
  const cursor = new ByteCursor(frame);
  while (cursor.at < frame.length) {
    const flags = cursor.byte();
    const seqNo = cursor.varint();
    const version = cursor.varint();
    const primaryTerm = cursor.varint();
    const id = cursor.text();
    const routing = (flags & 2) === 0 ? null : cursor.text();
    const source = (flags & 1) === 0 ? null : cursor.take(cursor.varint()).slice();
    take({ id, routing, source, version, seqNo, primaryTerm });
  }
};
