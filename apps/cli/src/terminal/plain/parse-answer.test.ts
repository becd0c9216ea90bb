import { describe, expect, it } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

describe('an answer in a line', () => {
  it.each([
    ['y', { decision: 'yes', isAlways: false, message: '' }],
    ['No, keep b', { decision: 'no', isAlways: false, message: 'keep b' }],
    ['a', { decision: 'yes', isAlways: true }],
    ['e {"path": "b"}', { type: 'edit', arguments: '{"path": "b"}' }],
    ['?', { type: 'why' }],
  ])('%s is understood', (line, expected) => {
    expect(parseAnswer(line)).toMatchObject(expected);
  });

  it.each(['', 'yesterday', 'ok', 'e', 'nope'])('%s is none', (line) => {
    expect(parseAnswer(line)).toBeUndefined();
  });
});
