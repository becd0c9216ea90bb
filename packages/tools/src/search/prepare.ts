import { type PrepareContext, type Prepared, portFailure } from '@toolstone/kernel';
import { type Located, locateFile } from '../shared/paths/locate-file.ts';
import { missingFailure, notRegularFailure } from '../shared/paths/path-failure.ts';
import { displayPath, unusablePath } from '../shared/paths/resolve-path.ts';
import type { SearchPlan } from './plan.ts';

const MAX_HEADER_CHARS = 100;

export interface SearchInput {
  readonly query: string;
  readonly path: string;
  readonly glob?: string | undefined;
  readonly case: SearchPlan['case'];
  readonly context: number;
  readonly multiline: boolean;
  readonly files_only: boolean;
}

export async function prepareSearch(input: SearchInput, context: PrepareContext): Promise<Prepared<SearchPlan>> {
  const failure = unusable(input) ?? unusablePath(input.path, 'path');
  if (failure) return { status: 'refused', failure };
  let located: Located;
  try {
    located = await locateFile(context.files, input.path, context);
  } catch (error) {
    const portError = portFailure(error);
    if (!portError) throw error;
    return { status: 'refused', failure: portError };
  }
  const { stat } = located;
  if (stat === null) return { status: 'refused', failure: await missingFailure(context.files, located, context.cwd) };
  if (stat.kind !== 'file' && stat.kind !== 'directory') {
    return { status: 'refused', failure: notRegularFailure(stat.kind, located.shown) };
  }
  const shown = displayPath(located.path, context.cwd);
  const query = input.query.length > MAX_HEADER_CHARS ? `${input.query.slice(0, MAX_HEADER_CHARS)}…` : input.query;
  return {
    status: 'ready',
    header: `Search for ${JSON.stringify(query)} in ${shown}${input.glob === undefined ? '' : ` (${input.glob})`}`,
    plan: {
      query: input.query,
      target: located.real,
      shown: shown === '.' ? '' : shown,
      isFile: stat.kind === 'file',
      glob: input.glob ?? null,
      case: input.case,
      context: input.context,
      multiline: input.multiline,
      filesOnly: input.files_only,
    },
    touches: [{ path: located.real, access: 'read' }],
    needsApproval: false,
  };
}

function unusable({ query, glob }: SearchInput) {
  if (query === '') {
    return {
      code: 'SEARCH_QUERY_EMPTY',
      message: 'the query is empty',
      nextStep: 'Send what to look for; read_file on a directory lists its files',
    };
  }
  if (query.includes('\0') || glob?.includes('\0') === true) {
    return {
      code: 'SEARCH_QUERY_INVALID',
      message: 'the query or glob holds a NUL character',
      nextStep: String.raw`Write \x00 in the query to look for one`,
    };
  }
  return glob?.trim() === ''
    ? {
        code: 'SEARCH_GLOB_INVALID',
        message: 'the glob is empty',
        nextStep: 'Leave it out, or use a pattern such as *.ts',
      }
    : undefined;
}
