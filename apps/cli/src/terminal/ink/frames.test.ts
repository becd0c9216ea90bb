import { describe, expect, it } from 'vitest';
import { overwriteFrames } from './overwrite-frames.ts';
import { eraseFrame } from './painter.ts';

const eraseLines = (count: number): string => `${'\x1b[2K\x1b[1A'.repeat(count - 1)}\x1b[2K\x1b[G`;

describe('a new frame', () => {
  it('is written over the old one, without a moment of emptiness', () => {
    expect(overwriteFrames(`${eraseLines(3)}one\ntwo\n\x1b[1A`)).toBe('\x1b[2A\rone\x1b[K\ntwo\x1b[K\n\x1b[J\x1b[1A');
  });

  it('leaves what is no frame alone', () => {
    expect(overwriteFrames('first\nframe\n')).toBe('first\nframe\n');
  });
});

describe('a frame on a terminal that has become narrower', () => {
  it('is erased with the rows into which it was broken', () => {
    const lines = ['x'.repeat(30), 'prompt', 'y'.repeat(30)];
    expect(eraseFrame({ lines, cursor: { x: 2, y: 1 } }, 20)).toBe('\r\x1b[2A\x1b[J');
    expect(eraseFrame({ lines, cursor: { x: 2, y: 1 } }, 40)).toBe('\r\x1b[1A\x1b[J');
    expect(eraseFrame({ lines }, 20)).toBe('\r\x1b[5A\x1b[J');
  });
});
