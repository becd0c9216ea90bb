import { isObject, type Loose, listOf, looseObject, stringOf } from '../loose.ts';

export type ResponsesBody = Loose<
  | 'model'
  | 'input'
  | 'instructions'
  | 'tools'
  | 'tool_choice'
  | 'max_output_tokens'
  | 'previous_response_id'
  | 'store'
  | 'include'
  | 'stream'
  | 'parallel_tool_calls'
  | 'reasoning'
  | 'prompt'
  | 'conversation'
>;

export type InputItem = Loose<
  | 'type'
  | 'id'
  | 'role'
  | 'content'
  | 'status'
  | 'call_id'
  | 'name'
  | 'arguments'
  | 'output'
  | 'summary'
  | 'encrypted_content'
>;

export type InputPart = Loose<'type' | 'text' | 'image_url' | 'refusal' | 'detail' | 'file_id'>;

/** Items of the input, a plain string as one message of the user. */
export function itemsOf(body: unknown): readonly InputItem[] {
  const { input } = looseObject<'input'>(body);
  if (typeof input === 'string') return [{ type: 'message', role: 'user', content: input }];
  return listOf(input).map((item) => looseObject(item));
}

/** A message may leave out its type. */
export function typeOf(item: InputItem): string {
  return item.type === undefined && item.role !== undefined ? 'message' : stringOf(item.type);
}

/** Parts of a content or an output, a plain string as one text part. */
export function partsOf(content: unknown): readonly InputPart[] {
  if (typeof content === 'string') return [{ type: 'input_text', text: content }];
  return listOf(content).map((part) => looseObject(part));
}

export function textOf(content: unknown): string {
  return partsOf(content)
    .map((part) => stringOf(part.text) || stringOf(part.refusal))
    .join('');
}

/** Whether the client asked for thinking that it can send back without storage. */
export function wantsEncrypted(body: unknown): boolean {
  return listOf(looseObject<'include'>(body).include).includes('reasoning.encrypted_content');
}

export function isStored(body: unknown): boolean {
  return isObject(body) && looseObject<'store'>(body).store !== false;
}
