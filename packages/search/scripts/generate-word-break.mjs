// Writes src/text/word-break-table.ts: the classes of code points and the automaton of words by UAX #29 with the emoji sequences
// of UTS #51, as Lucene's standard tokenizer reads them (Unicode 12.1). Needs `@unicode/unicode-12.1.0`:
//   npm install --no-save @unicode/unicode-12.1.0 && node packages/search/scripts/generate-word-break.mjs
import { writeFileSync } from 'node:fs';

const load = async (path) => {
  const { default: points } = await import(`@unicode/unicode-12.1.0/${path}/code-points.mjs`);
  return points;
};
const from = async (...paths) => new Set((await Promise.all(paths.map(load))).flatMap((set) => [...set]));
const wordBreak = (...names) => from(...names.map((name) => `Word_Break/${name}`));
const both = (a, b) => new Set([...a].filter((point) => b.has(point)));
const without = (a, b) => new Set([...a].filter((point) => !b.has(point)));
const joined = (...sets) => new Set(sets.flatMap((set) => [...set]));
const span = (low, high) => new Set(Array.from({ length: high - low + 1 }, (_, index) => low + index));
const characters = (text) => new Set([...text].map((letter) => letter.codePointAt(0)));

const attached = await wordBreak('Format', 'Extend', 'ZWJ');
const selectors = new Set([0xfe0e, 0xfe0f]);
const letters = await wordBreak('ALetter', 'Hebrew_Letter');
const regional = await wordBreak('Regional_Indicator');
const keycapBase = characters('0123456789#*');
const modifier = await from('Binary_Property/Emoji_Modifier');
const pictures = without(
  await from('Binary_Property/Emoji'),
  joined(regional, keycapBase, characters('©®™\u3030\u303d'), modifier),
);
const sets = {
  attached,
  attachedPlain: without(attached, selectors),
  joiner: await wordBreak('ZWJ'),
  selector: new Set([0xfe0f]),
  hangul: both(await from('Script/Hangul'), letters),
  letter: letters,
  hebrew: await wordBreak('Hebrew_Letter'),
  numeric: joined(
    await wordBreak('Numeric'),
    both(span(0xff00, 0xffef), await from('General_Category/Decimal_Number')),
  ),
  katakana: await wordBreak('Katakana'),
  midLetter: await wordBreak('MidLetter', 'MidNumLet', 'Single_Quote'),
  midNumeric: await wordBreak('MidNum', 'MidNumLet', 'Single_Quote'),
  extend: await wordBreak('ExtendNumLet'),
  han: await from('Script/Han'),
  hiragana: await from('Script/Hiragana'),
  singleQuote: await wordBreak('Single_Quote'),
  doubleQuote: await wordBreak('Double_Quote'),
  regional,
  complex: await from('Line_Break/Complex_Context'),
  keycapBase,
  keycap: new Set([0x20e3]),
  picture: joined(await from('Binary_Property/Extended_Pictographic'), pictures),
  modifierBase: await from('Binary_Property/Emoji_Modifier_Base'),
  modifier,
  tag: span(0xe0020, 0xe007e),
  tagEnd: new Set([0xe007f]),
};

// Classes: code points that belong to the same sets.
const names = Object.keys(sets);
const classOf = new Map([['0'.repeat(names.length), 0]]);
const ranges = [];
for (let point = 0; point <= 0x10ffff; point++) {
  const key = names.map((name) => (sets[name].has(point) ? '1' : '0')).join('');
  if (!classOf.has(key)) classOf.set(key, classOf.size);
  const id = classOf.get(key);
  if (ranges.length > 0 && ranges[ranges.length - 1][1] === id) continue;
  ranges.push([point, id]);
}
const membersOf = (name) => {
  const at = names.indexOf(name);
  return new Set([...classOf].filter(([key]) => key[at] === '1').map(([, id]) => id));
};

// A non-deterministic automaton out of expressions.
const edges = [];
const state = () => edges.push([]) - 1;
const one = (name) => () => {
  const [start, end] = [state(), state()];
  edges[start].push([membersOf(name), end]);
  return [start, end];
};
const seq =
  (...parts) =>
  () => {
    const built = parts.map((part) => part());
    built.slice(1).forEach(([start], index) => {
      edges[built[index][1]].push([null, start]);
    });
    return [built[0][0], built[built.length - 1][1]];
  };
const or =
  (...parts) =>
  () => {
    const [start, end] = [state(), state()];
    for (const [first, last] of parts.map((part) => part())) {
      edges[start].push([null, first]);
      edges[last].push([null, end]);
    }
    return [start, end];
  };
const many = (part) => () => {
  const [start, end] = [state(), state()];
  const [first, last] = part();
  edges[start].push([null, first], [null, end]);
  edges[last].push([null, first], [null, end]);
  return [start, end];
};
const nothing = () => {
  const only = state();
  return [only, only];
};
const maybe = (part) => or(part, nothing);
const some = (part) => seq(part, many(part));
const ex = (name) => seq(one(name), many(one('attached')));
const plain = (name) => seq(one(name), many(one('attachedPlain')));

const element = or(
  seq(many(one('joiner')), plain('picture'), maybe(one('selector'))),
  seq(maybe(seq(many(one('joiner')), plain('modifierBase'))), plain('modifier')),
);
const emoji = or(
  seq(element, or(many(seq(one('joiner'), element)), seq(some(one('tag')), one('tagEnd')))),
  seq(plain('keycapBase'), maybe(one('selector')), plain('keycap')),
  seq(ex('regional'), ex('regional')),
);
const joiners = many(ex('extend'));
const number = seq(ex('numeric'), many(seq(or(joiners, ex('midNumeric')), ex('numeric'))));
const word = or(
  seq(ex('katakana'), many(seq(joiners, ex('katakana')))),
  some(
    or(
      seq(ex('hebrew'), or(ex('singleQuote'), seq(ex('doubleQuote'), ex('hebrew')))),
      number,
      seq(ex('letter'), many(seq(or(joiners, ex('midLetter')), ex('letter')))),
    ),
  ),
);
// In order: of two kinds that match the same text the first counts.
const kinds = [
  ['<EMOJI>', emoji],
  ['<NUM>', seq(joiners, number, joiners)],
  ['<HANGUL>', some(ex('hangul'))],
  ['<KATAKANA>', some(ex('katakana'))],
  ['<ALPHANUM>', seq(joiners, word, many(seq(some(ex('extend')), word)), joiners)],
  ['<SOUTHEAST_ASIAN>', some(ex('complex'))],
  ['<IDEOGRAPHIC>', ex('han')],
  ['<HIRAGANA>', ex('hiragana')],
];
const accepts = new Map();
const starts = kinds.map(([, build], index) => {
  const [start, end] = build();
  accepts.set(end, index + 1);
  return start;
});

// Subset construction.
const close = (set) => {
  const out = new Set(set);
  const stack = [...set];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const [label, to] of edges[at]) {
      if (label !== null || out.has(to)) continue;
      out.add(to);
      stack.push(to);
    }
  }
  return [...out].sort((a, b) => a - b);
};
const ids = new Map();
const rows = [];
const kindOf = [];
const queue = [];
const idOf = (set) => {
  const key = set.join();
  if (!ids.has(key)) {
    ids.set(key, ids.size + 1);
    queue.push(set);
  }
  return ids.get(key);
};
const classes = classOf.size;
idOf(close(starts));
while (queue.length > 0) {
  const set = queue.shift();
  const found = set.map((at) => accepts.get(at) ?? 99);
  const best = Math.min(...found);
  kindOf.push(best === 99 ? 0 : best);
  const row = [];
  for (let id = 0; id < classes; id++) {
    const next = new Set();
    for (const at of set) for (const [label, to] of edges[at]) if (label?.has(id)) next.add(to);
    row.push(next.size === 0 ? 0 : idOf(close(next)));
  }
  rows.push(row);
}
// States that go on alike become one.
let group = kindOf.slice();
for (let count = 0; ; ) {
  const keys = new Map();
  const next = rows.map((row, at) => {
    const key = `${group[at]}|${row.map((to) => (to === 0 ? -1 : group[to - 1])).join()}`;
    if (!keys.has(key)) keys.set(key, keys.size);
    return keys.get(key);
  });
  group = next;
  if (keys.size === count) break;
  count = keys.size;
}
const states = Math.max(...group) + 1;
const table = Array.from({ length: states + 1 }, () => new Array(classes).fill(0));
const stateKinds = new Array(states + 1).fill(0);
rows.forEach((row, at) => {
  stateKinds[group[at] + 1] = kindOf[at];
  row.forEach((to, id) => {
    table[group[at] + 1][id] = to === 0 ? 0 : group[to - 1] + 1;
  });
});

let last = 0;
const packed = ranges.map(([start, id]) => {
  const delta = start - last;
  last = start;
  return `${delta.toString(36)}.${id.toString(36)}`;
});
const cells = table.flat();
const runs = [];
for (let index = 0; index < cells.length; ) {
  let end = index;
  while (end < cells.length && cells[end] === cells[index]) end++;
  runs.push(
    end - index === 1 ? cells[index].toString(36) : `${cells[index].toString(36)}.${(end - index).toString(36)}`,
  );
  index = end;
}
const text = (value) => {
  const lines = value.match(/.{1,110}/g) ?? [];
  return lines.length === 1 ? `'${lines[0]}'` : `\n  '${lines.join("' +\n  '")}'`;
};
writeFileSync(
  new URL('../src/text/word-break-table.ts', import.meta.url),
  `// Made by scripts/generate-word-break.mjs from Unicode 12.1: do not edit.

/** Number of classes of code points; 0 belongs to no word. */
export const wordClassCount = ${classes};
/** In base 36: distance to the next range's first code point, and its class. */
export const packedWordClasses = ${text(packed.join(' '))};
/** In base 36, row after row (state, class): next state, with a count where it repeats. State 0 is no state, ${group[0] + 1} the first. */
export const packedWordStates = ${text(runs.join(' '))};
export const firstWordState = ${group[0] + 1};
/** What each state has read: index into \`wordKinds\` plus 1, 0 for nothing whole. */
export const wordStateKinds = [${stateKinds.join(', ')}] as const;
export const wordKinds = [${kinds.map(([name]) => `'${name}'`).join(', ')}] as const;
`,
);
console.log({ classes, states, ranges: ranges.length, start: group[0] + 1 });
