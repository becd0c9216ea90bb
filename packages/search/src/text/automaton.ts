// What the rest of the engine uses of the automata, in one place.

export { type ByteAutomaton, createByteAutomaton } from './automaton-bytes.ts';
export { compileFuzzy, type FuzzyOptions } from './automaton-fuzzy.ts';
export { intersect, type SortedTerms } from './automaton-intersect.ts';
export { compileRegexp, parseRegexpFlags, type RegexpOptions, regexpFlags } from './automaton-regexp.ts';
export { compileLiteral, compilePrefix, compileWildcard, type PatternOptions } from './automaton-wildcard.ts';
export { type Automaton, accepts } from './deterministic-automaton.ts';
