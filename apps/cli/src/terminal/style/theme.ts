/** What a piece of text is, not how it looks: the theme of the terminal at hand decides that. */
export type Role =
  | 'accent'
  | 'muted'
  | 'strong'
  | 'emphasis'
  | 'struck'
  | 'success'
  | 'danger'
  | 'warning'
  | 'added'
  | 'removed'
  | 'code'
  | 'link'
  | 'heading'
  | 'person'
  | 'keyword'
  | 'literal'
  | 'comment'
  | 'selected';

/** Gives a text its look. Texts are single lines: a style never crosses a line break. */
export type Theme = Readonly<Record<Role, (text: string) => string>>;

export type Background = 'dark' | 'light' | 'unknown';
export type ColorDepth = 'none' | 'basic' | 'many';

const attributes = {
  strong: ['1', '22'],
  emphasis: ['3', '23'],
  struck: ['9', '29'],
  underline: ['4', '24'],
  dim: ['2', '22'],
  inverse: ['7', '27'],
} as const;

type Attribute = keyof typeof attributes;

const attribute =
  (name: Attribute) =>
  (text: string): string => {
    const [open, close] = attributes[name];
    return text === '' ? '' : `\x1b[${open}m${text}\x1b[${close}m`;
  };

const colored =
  (code: string) =>
  (text: string): string =>
    text === '' ? '' : `\x1b[${code}m${text}\x1b[39m`;

type Hue = 'blue' | 'gray' | 'green' | 'red' | 'yellow' | 'purple' | 'teal';

/** Of the 256: for a background that is not known, tones with a contrast of at least 3 on black and on white. */
const many: Readonly<Record<Background, Readonly<Record<Hue, number>>>> = {
  dark: { blue: 75, gray: 245, green: 77, red: 203, yellow: 221, purple: 141, teal: 80 },
  light: { blue: 25, gray: 242, green: 28, red: 160, yellow: 94, purple: 91, teal: 30 },
  unknown: { blue: 33, gray: 244, green: 34, red: 203, yellow: 136, purple: 134, teal: 37 },
};

/** Of the sixteen, which every terminal maps to tones that fit its own background. */
const basic: Readonly<Record<Hue, string>> = {
  blue: '36',
  gray: '90',
  green: '32',
  red: '31',
  yellow: '33',
  purple: '35',
  teal: '36',
};

export interface ThemeOptions {
  readonly depth: ColorDepth;
  readonly background: Background;
}

/** The look of each role. Without colour, weight and marks carry the meaning; no role is told by colour alone. */
export function createTheme({ depth, background }: ThemeOptions): Theme {
  const plain = (text: string): string => text;
  const hue = (name: Hue): ((text: string) => string) => {
    if (depth === 'none') return plain;
    return colored(depth === 'basic' ? basic[name] : `38;5;${many[background][name]}`);
  };
  const strong = attribute('strong');
  const both =
    (first: (text: string) => string, second: (text: string) => string) =>
    (text: string): string =>
      first(second(text));
  return {
    accent: hue('blue'),
    muted: depth === 'none' ? plain : hue('gray'),
    strong,
    emphasis: attribute('emphasis'),
    struck: attribute('struck'),
    success: hue('green'),
    danger: hue('red'),
    warning: hue('yellow'),
    added: hue('green'),
    removed: hue('red'),
    code: hue('teal'),
    link: both(hue('blue'), attribute('underline')),
    heading: both(hue('purple'), strong),
    person: both(hue('blue'), strong),
    keyword: hue('purple'),
    literal: hue('green'),
    comment: depth === 'none' ? plain : hue('gray'),
    selected: attribute('inverse'),
  };
}

/** A theme that changes nothing, for plain text and for tests. */
export const plainTheme: Theme = {
  accent: (text) => text,
  muted: (text) => text,
  strong: (text) => text,
  emphasis: (text) => text,
  struck: (text) => text,
  success: (text) => text,
  danger: (text) => text,
  warning: (text) => text,
  added: (text) => text,
  removed: (text) => text,
  code: (text) => text,
  link: (text) => text,
  heading: (text) => text,
  person: (text) => text,
  keyword: (text) => text,
  literal: (text) => text,
  comment: (text) => text,
  selected: (text) => text,
};
