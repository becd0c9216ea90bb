import type { CallRequest } from './call.ts';

/** What the model is told of a call that a person has given other arguments. */
export const editNote = ({ callId, name, arguments: args }: CallRequest): string =>
  `The person changed the arguments of ${name} (${callId}) to: ${args}`;
