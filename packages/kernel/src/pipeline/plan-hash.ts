import type { Isolation, Json } from '@toolstone/protocol';
import type { Hasher } from '../ports/clock.ts';
import type { AnyTool } from '../tool/define-tool.ts';
import { inputSchema } from '../tool/json-schema.ts';

/** JSON with sorted keys and no blanks: equal values have equal texts. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

const fingerprints = new WeakMap<AnyTool, string>();

/** Changes when a tool's contract does, so that an approval of the old one does not open the new. */
function fingerprint(tool: AnyTool, hasher: Hasher): string {
  const known = fingerprints.get(tool);
  if (known !== undefined) return known;
  const made = hasher.sha256(
    canonicalJson({ name: tool.name, description: tool.description, input: inputSchema(tool) }),
  );
  fingerprints.set(tool, made);
  return made;
}

/** What an approval is bound to: SHA-256 over the tool, its contract, the input, the plan and where it would run. */
export function planHash(
  of: {
    readonly tool: AnyTool;
    readonly input: Json;
    readonly plan: Json;
    readonly cwd: string;
    readonly roots: readonly string[];
    readonly isolation: Isolation | undefined;
  },
  hasher: Hasher,
): string {
  return hasher.sha256(
    canonicalJson({
      tool: of.tool.name,
      fingerprint: fingerprint(of.tool, hasher),
      input: of.input,
      plan: of.plan,
      environment: { cwd: of.cwd, roots: of.roots },
      isolation: of.isolation ?? null,
    }),
  );
}
