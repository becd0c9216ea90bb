/**
 * The names of tools on the wires. All four take `[A-Za-z0-9_-]`, at most 64 characters, and Gemini wants a letter or
 * an underscore first; one rule for all keeps a name the same when a conversation moves to another lane.
 */
const valid = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const maxLength = 64;

/**
 * A valid name for any tool name. A valid one stays; every other gets a hash of the whole original, so that the result
 * depends on nothing else: a call in an old message keeps its name when the set of tools has changed.
 */
export function wireToolName(name: string, salt = ''): string {
  if (salt === '' && valid.test(name)) return name;
  const suffix = `_${hash(name + salt)}`;
  const cleaned = name.replace(/[^A-Za-z0-9_-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_');
  return (cleaned === '' ? 'tool' : cleaned).slice(0, maxLength - suffix.length) + suffix;
}

export interface ToolNames {
  toWire(name: string): string;
  /** The tool's own name; a name that stands for no tool is given back as it is, for the caller to refuse. */
  fromWire(wireName: string): string;
}

/** A mapping of these names in which no two share a wire name. */
export function createToolNames(names: Iterable<string>): ToolNames {
  const byName = new Map<string, string>();
  const byWire = new Map<string, string>();
  const pending = [...new Set(names)];
  // Names that need no change come first: a changed one has to give way to them.
  for (const name of [...pending.filter((n) => valid.test(n)), ...pending.filter((n) => !valid.test(n))]) {
    let wireName = wireToolName(name);
    for (let salt = 1; byWire.has(wireName); salt++) wireName = wireToolName(name, `#${salt}`);
    byName.set(name, wireName);
    byWire.set(wireName, name);
  }
  return {
    toWire: (name) => byName.get(name) ?? wireToolName(name),
    fromWire: (wireName) => byWire.get(wireName) ?? wireName,
  };
}

/** 52 bits of FNV-1a in two lanes, as base 36: for telling names apart, not for secrecy. */
function hash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + i), 0x01000193);
  }
  return ((high >>> 12) * 0x100000000 + (low >>> 0)).toString(36).padStart(10, '0').slice(-8);
}
