import { type Failure, settingsSchema } from '@toolstone/protocol';
import { z } from 'zod';
import { checkWhole, unknownKey } from './check-layer.ts';
import { type ConfigFile, parseConfig, readConfigFile } from './config-file.ts';
import { setTomlValue } from './edit-toml.ts';
import { isTree } from './merge-trees.ts';
import { parseKey, renderKey, schemaAt } from './setting-keys.ts';
import { valueFromText } from './setting-value.ts';
import { writeFilePrivately } from './write-file-privately.ts';

export type SetSetting =
  | { readonly status: 'set'; readonly key: string; readonly value: unknown }
  | { readonly status: 'refused'; readonly failures: readonly Failure[] };

/**
 * Sets one key of a `config.toml`, keeping its comments, and only where the file is valid by itself afterwards. `text` is
 * the value as a person types it: `120`, `true`, `a,b`, `["a", "b"]`, `{"x": 1}`. Rejects with a `PortError` where the file
 * cannot be written.
 */
export async function setSetting(file: string, key: string, text: string): Promise<SetSetting> {
  const path = parseKey(key);
  if (path === undefined) {
    return refused(
      invalid(
        `"${key}" is no key`,
        'Write it with dots: session.max_rounds, models.fast.model; a part with other signs in quotes',
      ),
    );
  }
  const schema = schemaAt(settingsSchema, path);
  if (schema === undefined) return refused(unknownKey(path, settingsSchema, () => file));
  const value = valueFromText(schema, text);
  if (isTable(schema) && !isTree(value)) {
    return refused(invalid(`${key} is a table`, `Set one of its keys, or give the whole as JSON: {"key": "value"}`));
  }
  const read = await readConfigFile(file);
  if (read.status === 'failed') return refused(read.failure);
  const edited = setTomlValue(read.status === 'read' ? read.file.text : '', path, value);
  if (edited.status === 'refused') return refused(invalid(`${file}: ${edited.problem}`, edited.nextStep));
  const after = parseConfig(file, edited.text);
  if (after.status === 'failed') return refused(after.failure);
  const failures = check(after.file);
  if (failures.length > 0) return refused(...failures);
  await writeFilePrivately(file, edited.text);
  return { status: 'set', key: renderKey(path), value };
}

const check = (file: ConfigFile): readonly Failure[] => {
  const parsed = settingsSchema.safeParse(file.values);
  return parsed.success
    ? []
    : checkWhole(settingsSchema, parsed.error, { values: file.values, originOf: () => file.path });
};

const isTable = (schema: unknown): boolean => schema instanceof z.ZodObject || schema instanceof z.ZodRecord;

const invalid = (message: string, nextStep: string): Failure => ({ code: 'CONFIG_INVALID', message, nextStep });

const refused = (...failures: readonly Failure[]): SetSetting => ({ status: 'refused', failures });
