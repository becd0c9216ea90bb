import { z } from 'zod';
import { effectsSchema, isolationSchema } from './facts.ts';
import { jsonSchema } from './json.ts';

const oneOrMany = <T extends z.ZodType>(item: T) => z.union([item, z.array(item)]);
const globs = oneOrMany(z.string());

const pathMatchSchema = z.strictObject({
  /** Directories (`$roots`, `~`, absolute or relative to the rule's folder) or glob patterns. */
  within: globs.optional(),
  not: globs.optional(),
  access: z.enum(['read', 'write', 'any']).default('any'),
});

const commandMatchSchema = z.strictObject({
  name: globs.optional(),
  /** Words that must all be among the arguments. */
  has: z.array(z.string()).optional(),
  /** Patterns of which one must match an argument. */
  any: z.array(z.string()).optional(),
  opaque: z.boolean().optional(),
});

const argumentMatchSchema = z.strictObject({
  equals: jsonSchema.optional(),
  glob: globs.optional(),
  not: oneOrMany(jsonSchema).optional(),
});

const conditions = {
  tool: globs.optional(),
  path: pathMatchSchema.optional(),
  /** Patterns of whole simple commands (`npm run {lint,build}`, `git status **`), or a match on their words. */
  command: z.union([globs, commandMatchSchema]).optional(),
  host: globs.optional(),
  effects: z.array(effectsSchema).optional(),
  isolation: isolationSchema.optional(),
  /** JSON pointers into the arguments. */
  args: z.record(z.string().startsWith('/'), argumentMatchSchema).optional(),
  surface: z.string().optional(),
  /** What the caller is to the workstream; the local person is its `owner`. */
  role: z.string().optional(),
  /** Kept for where content of the conversation came from. A rule that nothing can make hold must not look like one that does. */
  taint: z
    .never('"taint" is not available yet: no tool marks where its content came from, so the rule would never hold')
    .optional(),
};

/** The one rule shape (deny beats ask beats allow; no priorities). */
export const ruleSchema = z.strictObject({
  id: z.string().min(1),
  effect: z.enum(['allow', 'ask', 'deny']),
  reason: z.string().optional(),
  ...conditions,
  /** The rule does not hold where all of these do. */
  unless: z.strictObject(conditions).optional(),
});
export type Rule = Readonly<z.infer<typeof ruleSchema>>;
export type RuleConditions = Readonly<Partial<Omit<Rule, 'id' | 'effect' | 'reason' | 'unless'>>>;

/** Managed, user and project files, this workstream, the command line, and what ships with the program. */
export const ruleSourceSchema = z.enum(['managed', 'user', 'workstream', 'flags', 'project', 'built-in']);

/** A rule with where it stands, as `explain` shows it. */
export type SourcedRule = {
  readonly rule: Rule;
  readonly source: z.infer<typeof ruleSourceSchema>;
  /** `policy.toml:12`, `--allow bash(npm test*)`. */
  readonly origin: string;
  /** Absolute folder in which relative paths of the rule start; the working directory when absent. */
  readonly folder?: string;
};
