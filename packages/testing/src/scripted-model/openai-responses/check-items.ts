import { looseObject, stringOf } from '../loose.ts';
import { checkOpenAiName } from '../openai-names.ts';
import { emptyString, missing, tooLong, unsupportedValue, wrongType } from '../openai-violations.ts';
import { isSealedToken } from '../seal.ts';
import type { Violation } from '../wire.ts';
import type { ResponseMemory } from './response-memory.ts';
import { type InputItem, partsOf, typeOf } from './responses-body.ts';

const maxCallIdLength = 64;
const roles = ['assistant', 'system', 'developer', 'user'];
const idPrefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  function_call_output: 'fc',
  reasoning: 'rs',
};
const inputParts = ['input_text', 'input_image', 'input_file'];

export interface ItemsToCheck {
  /** Items of earlier, stored responses. */
  readonly before: readonly InputItem[];
  readonly items: readonly InputItem[];
  readonly memory: ResponseMemory;
}

/** The rules for items: their fields, their ids, calls with outputs, thinking with what it led to. */
export function* checkItems({ before, items, memory }: ItemsToCheck): Generator<Violation> {
  const ids = new Set(before.flatMap((item) => (item.id === undefined ? [] : [stringOf(item.id)])));
  for (const [index, item] of items.entries()) {
    const place = `input[${index}]`;
    yield* checkId(item, place, ids);
    switch (typeOf(item)) {
      case 'message':
        yield* checkMessage(item, place);
        break;
      case 'function_call':
        yield* checkCall(item, place);
        break;
      case 'function_call_output':
        yield* checkOutput(item, place);
        break;
      case 'reasoning':
        yield* checkReasoning(item, { place, next: items[index + 1], memory });
        break;
      case 'item_reference':
        if (memory.item(stringOf(item.id)) === null) yield notFound(stringOf(item.id));
        break;
      case '':
        yield missing(`${place}.type`);
        break;
      default:
        // Items of provider tools go back as they came.
        break;
    }
  }
  const resolved = items.map(
    (item) => (typeOf(item) === 'item_reference' ? memory.item(stringOf(item.id)) : item) ?? item,
  );
  yield* checkPairs([...before, ...resolved]);
}

function* checkId(item: InputItem, place: string, ids: Set<string>): Generator<Violation> {
  if (item.id === undefined || item.id === null) return;
  const id = stringOf(item.id);
  const prefix = idPrefixes[typeOf(item)];
  if (prefix !== undefined && !id.startsWith(prefix)) {
    yield {
      message: `Invalid '${place}.id': '${id}'. Expected an ID that begins with '${prefix}'.`,
      param: `${place}.id`,
      code: 'invalid_value',
    };
  }
  if (ids.has(id)) {
    yield {
      message: `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
      param: 'input',
    };
  }
  ids.add(id);
}

function* checkMessage(item: InputItem, place: string): Generator<Violation> {
  const role = stringOf(item.role);
  if (!roles.includes(role)) yield unsupportedValue(place, item.role, roles);
  if (item.content === undefined || item.content === null) {
    yield missing(`${place}.content`);
    return;
  }
  if (typeof item.content === 'string') return;
  if (!Array.isArray(item.content)) {
    yield wrongType(`${place}.content`, 'one of an array of objects or string', item.content);
    return;
  }
  const allowed = role === 'assistant' ? ['output_text', 'refusal'] : inputParts;
  for (const [at, part] of partsOf(item.content).entries()) {
    const where = `${place}.content[${at}]`;
    if (!allowed.includes(stringOf(part.type))) yield unsupportedValue(where, part.type, allowed);
    yield* checkImage(part, where);
  }
}

function* checkImage(
  part: { readonly type?: unknown; readonly image_url?: unknown },
  where: string,
): Generator<Violation> {
  if (part.type !== 'input_image' || part.image_url === undefined || part.image_url === null) return;
  if (typeof part.image_url !== 'string') {
    yield wrongType(`${where}.image_url`, 'an image URL', part.image_url);
    return;
  }
  const isData = part.image_url.startsWith('data:');
  if (isData && !/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/.test(part.image_url)) {
    yield {
      message: `Invalid '${where}.image_url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got unsupported MIME type or data.`,
      param: `${where}.image_url`,
      code: 'invalid_value',
    };
  }
}

function* checkCall(item: InputItem, place: string): Generator<Violation> {
  yield* checkCallId(item, place);
  yield* checkOpenAiName(item.name, `${place}.name`);
  if (item.arguments === undefined) yield missing(`${place}.arguments`);
  else if (typeof item.arguments !== 'string') yield wrongType(`${place}.arguments`, 'a string', item.arguments);
}

function* checkOutput(item: InputItem, place: string): Generator<Violation> {
  yield* checkCallId(item, place);
  if (item.output === undefined || item.output === null) yield missing(`${place}.output`);
  else if (typeof item.output !== 'string' && !Array.isArray(item.output)) {
    yield wrongType(`${place}.output`, 'one of an array of objects or string', item.output);
  }
  for (const [at, part] of partsOf(item.output).entries()) {
    const where = `${place}.output[${at}]`;
    if (!inputParts.includes(stringOf(part.type))) yield unsupportedValue(where, part.type, inputParts);
    yield* checkImage(part, where);
  }
}

function* checkCallId(item: InputItem, place: string): Generator<Violation> {
  const id = stringOf(item.call_id);
  if (item.call_id === undefined) yield missing(`${place}.call_id`);
  else if (id === '') {
    yield emptyString(`${place}.call_id`);
  } else if (id.length > maxCallIdLength) yield tooLong(`${place}.call_id`, maxCallIdLength, id.length);
}

function* checkReasoning(
  item: InputItem,
  around: { readonly place: string; readonly next: InputItem | undefined; readonly memory: ResponseMemory },
): Generator<Violation> {
  const { place, next, memory } = around;
  const id = stringOf(item.id);
  if (item.summary === undefined) yield missing(`${place}.summary`);
  if (typeof item.encrypted_content === 'string') {
    if (!isSealedToken(item.encrypted_content)) {
      yield {
        message: `The encrypted content for item ${id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
        code: 'invalid_encrypted_content',
      };
    }
  } else if (memory.item(id) === null) {
    yield notFound(id);
  }
  const type = next === undefined ? '' : typeOf(next);
  const isFollowed =
    type !== '' && type !== 'function_call_output' && !(type === 'message' && next?.role !== 'assistant');
  if (!isFollowed) {
    yield {
      message: `Item '${id}' of type 'reasoning' was provided without its required following item.`,
      param: 'input',
    };
  }
}

function notFound(id: string): Violation {
  return {
    status: 404,
    message: `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
    param: 'input',
  };
}

/** Every call has one output after it; every output has a call before it. */
function* checkPairs(items: readonly InputItem[]): Generator<Violation> {
  const open = new Set<string>();
  const answered = new Set<string>();
  for (const item of items) {
    const id = stringOf(looseObject<'call_id'>(item).call_id);
    if (typeOf(item) === 'function_call') {
      if (open.has(id) || answered.has(id)) {
        yield { message: `Duplicate function call with call_id ${id}.`, param: 'input' };
      }
      open.add(id);
    } else if (typeOf(item) === 'function_call_output') {
      if (!open.delete(id)) {
        yield answered.has(id)
          ? { message: `Duplicate function call output with call_id ${id}.`, param: 'input' }
          : { message: `No tool call found for function call output with call_id ${id}.`, param: 'input' };
      }
      answered.add(id);
    }
  }
  const [first] = open;
  if (first !== undefined) yield { message: `No tool output found for function call ${first}.`, param: 'input' };
}
