import { z } from 'zod';
import { jsonObjectSchema } from './json.ts';

export const effectsSchema = z.enum(['none', 'read', 'write', 'exec', 'network']);
export type Effects = z.infer<typeof effectsSchema>;

export const isolationSchema = z.enum(['none', 'workspace']);
export type Isolation = z.infer<typeof isolationSchema>;

/** The SHA-256 of a file's bytes in hex, or `absent` where there is no file. */
export const contentStateSchema = z.union([z.literal('absent'), z.string().regex(/^[0-9a-f]{64}$/)]);
export type ContentState = z.infer<typeof contentStateSchema>;

/** A file whose content the model has seen: what the read-before-edit guard remembers. */
export const fileReadSchema = z.object({
  path: z.string(),
  hash: contentStateSchema,
  /** A short mark of each line, by which a change by someone else can later be told in line numbers. */
  lineMarks: z.string().optional(),
});
export type FileRead = Readonly<z.infer<typeof fileReadSchema>>;

/** A path that a call reads or writes. `path` is absolute with symbolic links resolved. */
export const touchSchema = z.object({
  path: z.string(),
  access: z.enum(['read', 'write']),
  /** For a write whose outcome is known beforehand: the content before and after, by which a crash is reconciled. */
  before: contentStateSchema.optional(),
  after: contentStateSchema.optional(),
});
export type Touch = Readonly<z.infer<typeof touchSchema>>;

/** One simple command that a command line would run. */
export const commandFactSchema = z.object({
  /** The command as written, for reading. */
  text: z.string(),
  /** Base name of the program after unwrapping `sudo`, `env` and the like; null when it cannot be known. */
  name: z.string().nullable(),
  /** Absolute path of the program where the command is written with one (`./gradlew`); bare names have none. */
  program: z.string().optional(),
  /** Words after the name. A word that cannot be known before it runs is null. */
  args: z.array(z.string().nullable()),
  /** True where what would run cannot be told from the text; such a command is never covered by an allow. */
  opaque: z.boolean(),
  /** The wrappers around it, outermost first: `sudo`, `xargs`, `sh -c`. */
  wrappers: z.array(z.string()),
});
export type CommandFact = Readonly<z.infer<typeof commandFactSchema>>;

/** What a prepared call would do, as policy rules see it. */
export const factsSchema = z.object({
  effects: effectsSchema,
  touches: z.array(touchSchema),
  hosts: z.array(z.string()),
  commands: z.array(commandFactSchema),
  /** Where words of commands lead that name symbolic links, absolute; the words themselves are in `commands`. */
  named: z.array(z.string()).optional(),
  args: jsonObjectSchema,
  isolation: isolationSchema.optional(),
});
export type Facts = Readonly<z.infer<typeof factsSchema>>;
