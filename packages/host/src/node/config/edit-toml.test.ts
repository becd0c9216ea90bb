import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { renderToml, setTomlValue } from './edit-toml.ts';

const config = `# my settings
model = "fast"   # the usual one
bash.network = true

[session]
# long tasks
max_rounds = 100

[models.fast]
provider = "anthropic"
headers = { "X-Team" = "a" }
`;

describe('setTomlValue', () => {
  const edited = (key: string, value: unknown, text = config): string => {
    const result = setTomlValue(text, key.split('/'), value);
    return result.status === 'edited' ? result.text : result.problem;
  };

  it('replaces a value and leaves the comment behind it', () => {
    expect(edited('model', 'slow')).toBe(config.replace('"fast"   #', '"slow"   #'));
    expect(edited('bash/network', false)).toBe(config.replace('network = true', 'network = false'));
  });

  it('adds a key to the end of its table', () => {
    expect(edited('session/instructions', 'Be brief')).toBe(
      config.replace('max_rounds = 100\n', 'max_rounds = 100\ninstructions = "Be brief"\n'),
    );
    expect(edited('fallback_models', ['a'])).toBe(
      config.replace('network = true\n', 'network = true\nfallback_models = ["a"]\n'),
    );
  });

  it('adds a key beside dotted ones in their manner', () => {
    expect(edited('bash/isolation', 'workspace')).toBe(
      config.replace('network = true\n', 'network = true\nbash.isolation = "workspace"\n'),
    );
  });

  it('adds a key to a table on one line', () => {
    expect(edited('models/fast/headers/X Other', 'b')).toBe(
      config.replace('{ "X-Team" = "a" }', '{ "X-Team" = "a", "X Other" = "b" }'),
    );
    expect(edited('a/b', 1, 'a = {}\n')).toBe('a = { b = 1 }\n');
  });

  it('adds a table to the end of the file', () => {
    expect(edited('models/slow/model', 'x')).toBe(`${config}\n[models.slow]\nmodel = "x"\n`);
    expect(edited('ui/theme', 'dark', '')).toBe('[ui]\ntheme = "dark"\n');
    expect(edited('ui/theme', 'dark', 'model = "a"')).toBe('model = "a"\n\n[ui]\ntheme = "dark"\n');
  });

  it('puts a first key above the tables', () => {
    expect(edited('model', 'a', '[ui]\ntheme = "dark"\n')).toBe('model = "a"\n\n[ui]\ntheme = "dark"\n');
    expect(edited('model', 'a', '')).toBe('model = "a"\n');
  });

  it('refuses what TOML cannot say', () => {
    expect(edited('models/fast/extra_body', { a: [null] })).toBe('TOML has no null');
    expect(edited('models', { slow: {} })).toBe('models stands there as a table of several lines');
    expect(edited('bash', { network: true })).toBe('bash stands there as a table of several lines');
  });

  it('keeps the line endings of the file', () => {
    expect(edited('ui/show_thinking', true, '[ui]\r\ntheme = "dark"\r\n')).toBe(
      '[ui]\r\ntheme = "dark"\r\nshow_thinking = true\r\n',
    );
  });

  it.each([
    ['model', 'slow'],
    ['bash/isolation', 'workspace'],
    ['session/instructions', 'a "quoted"\nline\u007f'],
    ['models/fast/headers/Y', 'z'],
    ['models/new one/extra_body', { a: [1, 2.5, { b: true }] }],
    ['ui/theme', 'light'],
  ])('changes nothing but %s', (key, value) => {
    const path = key.split('/');
    const before = parse(config);
    const after = parse(edited(key, value));
    const set = (tree: unknown, [first = '', ...rest]: readonly string[]): unknown => ({
      ...(typeof tree === 'object' ? tree : {}),
      [first]:
        rest.length === 0
          ? value
          : set(typeof tree === 'object' && tree !== null ? Reflect.get(tree, first) : {}, rest),
    });
    expect(after).toEqual(set(before, path));
  });
});

describe('renderToml', () => {
  it.each(['', 'plain', 'tab\tnewline\nquote"backslash\\', 'ünï 🪨', '\u0000\u007f', '\ud800'])(
    'writes %j so that it reads back',
    (text) => {
      expect(parse(`x = ${renderToml(text)}`)).toEqual({ x: text.replace('\ud800', '\ufffd') });
    },
  );
});
