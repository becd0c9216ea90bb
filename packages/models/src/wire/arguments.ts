import { asObject, parseJson } from './read-json.ts';

/**
 * The arguments of a past call as text that is surely a JSON object. What the model wrote goes back unchanged if it is
 * one; damaged arguments become `{}` on the wire only, as servers that parse them would refuse the whole request.
 */
export function wireArguments(written: string): string {
  return asObject(parseJson(written)) === undefined ? '{}' : written;
}
