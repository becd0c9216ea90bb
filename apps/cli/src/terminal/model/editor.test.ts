import { describe, expect, it } from 'vitest';
import { edit, editorOf, insert, layOutEditor, moveVertically } from './editor.ts';

describe('the editor', () => {
  it('moves and deletes by whole characters', () => {
    const family = '👨‍👩‍👧';
    const editor = editorOf(`a${family}é`);
    expect(edit(edit(editor, 'left'), 'left').cursor).toBe(1);
    expect(edit(edit(editor, 'left'), 'delete-left').text).toBe('aé');
  });

  it('cuts words and lines, and puts them in again', () => {
    const cut = edit(editorOf('git commit --amend'), 'delete-word-left');
    expect([cut.text, cut.cut]).toEqual(['git commit --', 'amend']);
    expect(edit(edit(cut, 'line-start'), 'put-in').text).toBe('amendgit commit --');
    expect(edit(edit(editorOf('one\ntwo'), 'line-start'), 'cut-to-line-start').text).toBe('one\ntwo');
    expect(edit({ ...editorOf('one\ntwo'), cursor: 3 }, 'cut-to-line-end').text).toBe('onetwo');
  });

  it('lays wide characters out by their columns', () => {
    const layout = layOutEditor(editorOf('日本語abc'), 5);
    expect(layout.rows.map(({ text }) => text)).toEqual(['日本', '語abc', '']);
    expect([layout.row, layout.column]).toEqual([2, 0]);
  });

  it('goes up and down by what is seen, and not past the first and last row', () => {
    const editor = insert(editorOf(''), 'abcdefgh\nxy');
    const up = moveVertically(editor, -1, 5);
    expect(up?.cursor).toBe(7);
    expect(up && moveVertically(up, -1, 5)?.cursor).toBe(2);
    expect(moveVertically(editor, 1, 5)).toBeUndefined();
  });
});
