import type { RecordedRequest } from './recorded-request.ts';
import { type ParsedReply, type ParsedScript, type ScriptedReply, scriptedReplySchema } from './script.ts';

/** A reply made by code. `n` counts the valid requests so far, from 0. */
export type ReplyFunction = (request: RecordedRequest, n: number) => ScriptedReply | Promise<ScriptedReply>;

/** Gives the reply to a valid request; null when the script has none left. */
export type ReplyChooser = (request: RecordedRequest) => Promise<ParsedReply | null>;

/** Takes the first reply of the script that fits the request and is not used up. */
export function createScriptChooser(script: ParsedScript): ReplyChooser {
  const left = script.replies.map((reply) => (reply.repeat === 'forever' ? Number.POSITIVE_INFINITY : reply.repeat));
  return async (request) => {
    const index = script.replies.findIndex((reply, at) => (left[at] ?? 0) > 0 && fits(reply, request));
    const reply = script.replies[index];
    if (reply === undefined) return null;
    left[index] = (left[index] ?? 0) - 1;
    return reply;
  };
}

export function createFunctionChooser(make: ReplyFunction): ReplyChooser {
  let served = 0;
  return async (request) => {
    const n = served;
    served += 1;
    return scriptedReplySchema.parse(await make(request, n));
  };
}

function fits(reply: ParsedReply, request: RecordedRequest): boolean {
  const when = reply.when;
  if (when === undefined) return true;
  const { view } = request;
  return (
    (when.wire === undefined || when.wire === request.wire) &&
    (when.model === undefined || when.model === request.model) &&
    (when.userIncludes === undefined || view.lastUserText.includes(when.userIncludes)) &&
    (when.systemIncludes === undefined || view.system.includes(when.systemIncludes)) &&
    (when.offersTool === undefined || view.tools.some((tool) => tool.name === when.offersTool)) &&
    (when.resultIncludes === undefined || newResultIncludes(request, when.resultIncludes))
  );
}

function newResultIncludes(request: RecordedRequest, part: string): boolean {
  return request.view.toolResults.some((result) => result.isNew && result.content.includes(part));
}
