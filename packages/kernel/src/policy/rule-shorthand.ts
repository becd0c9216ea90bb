import type { Failure, Rule, SourcedRule } from '@toolstone/protocol';

/** What a pattern behind a label is about. */
export type PatternKind = 'command' | 'path' | 'host';

export interface ShorthandOptions {
  readonly effect: Rule['effect'];
  /** `--allow`: how the rule is named where it comes from. */
  readonly flag: string;
  /** For labels of which the kind cannot be told by name: custom and MCP tools. */
  readonly kindOf?: (label: string) => PatternKind | undefined;
}

export type ShorthandResult =
  | { readonly ok: true; readonly rule: SourcedRule }
  | { readonly ok: false; readonly failure: Failure };

const commandLabels = new Set(['bash']);
const hostLabels = new Set(['web_fetch', 'fetch_webpage', 'extract_links', 'search_images', 'open_preview']);
const pathLabel = /(^|_)(files?|search)$/;

export function patternKindOf(label: string): PatternKind | undefined {
  if (commandLabels.has(label)) return 'command';
  if (hostLabels.has(label)) return 'host';
  return pathLabel.test(label) && label !== 'web_search' ? 'path' : undefined;
}

const failed = (message: string, nextStep: string): ShorthandResult => ({
  ok: false,
  failure: { code: 'RULE_UNREADABLE', message, nextStep },
});

/**
 * The rule that `LABEL` or `LABEL(PATTERN)` stands for: `bash(npm test*)` is a pattern of commands, `edit_file(src/**)` of
 * paths from the working directory, `web_fetch(*.python.org)` of hosts, `mcp__github__*` a label with a wildcard.
 */
export function parseRuleShorthand(text: string, options: ShorthandOptions): ShorthandResult {
  const match = /^\s*([\w*?{},.:-]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text);
  const label = match?.[1];
  if (!label) {
    return failed(
      `"${text}" is not a rule`,
      'Write LABEL or LABEL(PATTERN), such as bash(npm test*) or edit_file(src/**)',
    );
  }
  const source = { source: 'flags', origin: `${options.flag} ${text.trim()}` } as const;
  const base = { id: text.trim(), effect: options.effect, tool: label };
  const pattern = match[2]?.trim();
  if (pattern === undefined) return { ok: true, rule: { ...source, rule: base } };
  if (pattern === '') return failed(`"${text}" has an empty pattern`, `Write ${label} alone for every call of it`);
  const kind = options.kindOf?.(label) ?? patternKindOf(label);
  switch (kind) {
    case 'command':
      return { ok: true, rule: { ...source, rule: { ...base, command: pattern } } };
    case 'path':
      return { ok: true, rule: { ...source, rule: { ...base, path: { within: pattern, access: 'any' } } } };
    case 'host':
      return { ok: true, rule: { ...source, rule: { ...base, host: pattern } } };
    case undefined:
      return failed(
        `${label} takes no pattern on the command line`,
        `Write ${label} alone, or a rule with args in policy.toml`,
      );
  }
}
