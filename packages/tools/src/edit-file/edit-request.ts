import type { Failure } from '@toolstone/protocol';
import { z } from 'zod';

const line = z.int().min(1);

/** The arguments of edit_file, as a model sends them. */
export const editInput = z.strictObject({
  path: z.string().describe('Absolute, or relative to the working directory'),
  old_string: z
    .string()
    .optional()
    .describe('Exact text to replace, unique in the file; without the line numbers of read_file'),
  new_string: z.string().optional().describe('What to put there; "" deletes'),
  near_line: line.optional().describe('Picks the occurrence nearest to this line'),
  replace_all: z.boolean().optional().describe('Replaces every occurrence'),
  edits: z
    .array(z.strictObject({ old_string: z.string(), new_string: z.string(), near_line: line.optional() }))
    .min(1)
    .optional()
    .describe(
      'Several replacements in place of old_string: all or none; each is matched against the file as it is now',
    ),
});
export type EditInput = z.output<typeof editInput>;

export interface WantedEdit {
  /** How the model knows it: `old_string`, `edits[2].old_string`. */
  readonly name: string;
  readonly find: string;
  readonly replacement: string;
  readonly nearLine?: number;
}

export interface EditRequest {
  readonly edits: readonly WantedEdit[];
  readonly replaceAll: boolean;
}

export type ParsedEdit =
  | { readonly status: 'parsed'; readonly request: EditRequest }
  | { readonly status: 'refused'; readonly failure: Failure };

/** Sorts out the two forms: one edit, or a list of them. */
export function parseEdit(input: EditInput): ParsedEdit {
  const isSingle = input.old_string !== undefined || input.new_string !== undefined;
  if (input.edits !== undefined) {
    if (isSingle)
      return refuse('EDIT_AMBIGUOUS', 'both edits and old_string/new_string were given', 'Use one of the two forms');
    if (input.replace_all) {
      return refuse(
        'EDIT_AMBIGUOUS',
        'replace_all cannot be used with edits',
        'Use replace_all with one old_string and new_string',
      );
    }
    if (input.near_line !== undefined) {
      return refuse('EDIT_AMBIGUOUS', 'near_line stands beside edits', 'Put near_line into the edit that needs it');
    }
    return checkEach(
      input.edits.map((edit, index) => ({
        name: `edits[${index}].old_string`,
        find: edit.old_string,
        replacement: edit.new_string,
        ...(edit.near_line !== undefined && { nearLine: edit.near_line }),
      })),
      false,
    );
  }
  if (input.old_string === undefined) {
    return refuse('EDIT_INCOMPLETE', 'old_string is missing', 'Give old_string and new_string, or a list of edits');
  }
  if (input.new_string === undefined) {
    return refuse('EDIT_INCOMPLETE', 'new_string is missing', 'Give the new text; "" deletes the old one');
  }
  if (input.replace_all && input.near_line !== undefined) {
    return refuse('EDIT_AMBIGUOUS', 'replace_all and near_line exclude each other', 'Use one of the two');
  }
  const edit: WantedEdit = {
    name: 'old_string',
    find: input.old_string,
    replacement: input.new_string,
    ...(input.near_line !== undefined && { nearLine: input.near_line }),
  };
  return checkEach([edit], input.replace_all ?? false);
}

function checkEach(edits: readonly WantedEdit[], replaceAll: boolean): ParsedEdit {
  for (const { name, find, replacement } of edits) {
    if (find === '') {
      return refuse(
        'EDIT_INCOMPLETE',
        `${name} is empty`,
        'Give the exact text to replace; write_file makes a new file',
      );
    }
    if (find === replacement) {
      return refuse('NOTHING_TO_CHANGE', `${name} and its new_string are the same`, 'Leave this edit out');
    }
  }
  return { status: 'parsed', request: { edits, replaceAll } };
}

const refuse = (code: string, message: string, nextStep: string): ParsedEdit => ({
  status: 'refused',
  failure: { code, message, nextStep },
});
