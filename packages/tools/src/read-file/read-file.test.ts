import { describe, expect, it } from 'vitest';
import { withBench } from '../file-bench.fixture.ts';
import { readFile } from './index.ts';

const tools = [readFile];

it('numbers lines and keeps their trailing blanks', () =>
  withBench({ tools, files: { 'a.txt': 'one  \n\ttwo\t\n\nlast' } }, async (bench) => {
    const result = await bench.call('read_file', { path: 'a.txt' });
    expect(result.text).toBe('   1\tone  \n   2\t\ttwo\t\n   3\t\n   4\tlast');
    expect(result.notes).toEqual(['The last line has no line break']);
    expect(result.view).toEqual({ type: 'lines', path: 'a.txt', firstLine: 1, lastLine: 4, totalLines: 4 });
  }));
