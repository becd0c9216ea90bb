import { illegalArgument } from '../../error/es-error.ts';
import { createHtmlStripFilter } from '../char-filter/html-strip.ts';
import { createMappingFilter, parseMapping } from '../char-filter/mapping.ts';
import { createPatternReplaceCharFilter } from '../char-filter/pattern-replace.ts';
import type { CharFilter } from '../component.ts';
import { rulesOf } from '../word-list.ts';
import type { FactoryEntry } from './build-context.ts';
import { compilePattern } from './java-pattern.ts';

export const charFilterFactories: ReadonlyMap<string, FactoryEntry<CharFilter>> = new Map<
  string,
  FactoryEntry<CharFilter>
>([
  ['html_strip', { create: (name, settings) => createHtmlStripFilter(name, settings.list('escaped_tags')) }],
  [
    'pattern_replace',
    {
      needsSettings: true,
      create: (name, settings) => {
        const pattern = settings.text('pattern');
        if (pattern === undefined || pattern === '') {
          throw illegalArgument(`pattern is missing for [${name}] char filter of type 'pattern_replace'`);
        }
        const regex = compilePattern(pattern, settings.text('flags'));
        return createPatternReplaceCharFilter(name, regex, settings.text('replacement') ?? '');
      },
    },
  ],
  [
    'mapping',
    {
      needsSettings: true,
      create: (name, settings) => {
        const rules = rulesOf({ ...settings, list: settings.wholeList }, 'mappings', parseMapping);
        if (rules === undefined) {
          throw illegalArgument('mapping requires either `mappings` or `mappings_path` to be configured');
        }
        const seen = new Set<string>();
        for (const [match] of rules) {
          if (match === '') throw illegalArgument('cannot match the empty string');
          if (seen.has(match)) throw illegalArgument(`match "${match}" was already added`);
          seen.add(match);
        }
        return createMappingFilter(name, rules);
      },
    },
  ],
]);
