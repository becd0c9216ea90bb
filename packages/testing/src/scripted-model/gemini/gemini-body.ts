import { isObject, type Loose, listOf, looseObject } from '../loose.ts';

export type GeminiContent = Loose<'role' | 'parts'>;

export type GeminiPart = Loose<
  | 'text'
  | 'thought'
  | 'thoughtSignature'
  | 'functionCall'
  | 'functionResponse'
  | 'inlineData'
  | 'fileData'
  | 'executableCode'
  | 'codeExecutionResult'
>;

export type GeminiCall = Loose<'id' | 'name' | 'args'>;
export type GeminiResponse = Loose<'id' | 'name' | 'response' | 'parts'>;

/** The API takes each field in camel case and in snake case. */
export function fieldOf(value: unknown, camel: string): unknown {
  if (!isObject(value)) return undefined;
  const object: Readonly<Record<string, unknown>> = value;
  return object[camel] ?? object[camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

export function contentsOf(body: unknown): readonly GeminiContent[] {
  return listOf(fieldOf(body, 'contents')).map((content) => looseObject(content));
}

const partFields = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'thoughtSignature'] as const;

/** Parts with their fields in camel case. */
export function partsOf(content: unknown): readonly GeminiPart[] {
  return listOf(looseObject<'parts'>(content).parts).map((value) => {
    const part = looseObject<'text' | 'thought'>(value);
    const known = partFields.map((field) => [field, fieldOf(value, field)] as const);
    return { ...part, ...Object.fromEntries(known.filter(([, found]) => found !== undefined)) };
  });
}

export function callsOf(content: GeminiContent): readonly GeminiCall[] {
  return partsOf(content)
    .filter((part) => part.functionCall !== undefined)
    .map((part) => looseObject(part.functionCall));
}

export function responsesOf(content: GeminiContent): readonly GeminiResponse[] {
  return partsOf(content)
    .filter((part) => part.functionResponse !== undefined)
    .map((part) => looseObject(part.functionResponse));
}

export interface GeminiFunction {
  readonly name: unknown;
  readonly description: unknown;
  readonly parameters: unknown;
  readonly parametersJsonSchema: unknown;
  /** Where it stands, as error messages name it. */
  readonly place: string;
  readonly fields: readonly string[];
}

export function functionsOf(body: unknown): readonly GeminiFunction[] {
  return listOf(fieldOf(body, 'tools')).flatMap((tool, at) =>
    listOf(fieldOf(tool, 'functionDeclarations')).map((declaration, index) => ({
      name: fieldOf(declaration, 'name'),
      description: fieldOf(declaration, 'description'),
      parameters: fieldOf(declaration, 'parameters'),
      parametersJsonSchema: fieldOf(declaration, 'parametersJsonSchema'),
      place: `tools[${at}].function_declarations[${index}]`,
      fields: isObject(declaration) ? Object.keys(declaration) : [],
    })),
  );
}
