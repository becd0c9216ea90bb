import type { Finding } from '@toolstone/protocol';
import type { Detector } from '../detector.ts';

interface Phrase {
  readonly flag: string;
  readonly risk: Finding['risk'];
  /** Every pattern starts with a fixed word and has bounded gaps. */
  readonly pattern: RegExp;
}

/** Words by which text from outside speaks to the model instead of about something. */
const phrases: readonly Phrase[] = [
  {
    flag: 'prompt_injection',
    risk: 'high',
    pattern:
      /\b(?:(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:(?:all|any|the|your|of|these|those)\s{1,4}){0,3}(?:(?:previous|prior|earlier|above|preceding|system|foregoing|original)\s{1,4}){1,2}(?:instructions?|prompts?|rules?|directions?|guidelines?|messages?|context)|(?:ignore|disregard)\s{1,4}(?:all|your)\s{1,4}(?:instructions|rules|guidelines)|forget\s{1,4}(?:all\s{1,4})?your\s{1,4}(?:rules|instructions|training|guidelines)|you\s{1,4}are\s{1,4}now\s{1,4}(?:an?|the|in|free|no\s{1,4}longer)\b|new\s{1,4}instructions\s{0,4}:)/gi,
  },
  {
    flag: 'role_injection',
    risk: 'high',
    pattern:
      /"role"\s{0,4}:\s{0,4}"(?:system|developer)"|<\|im_(?:start|sep|end)\|>|<\|(?:system|assistant|start_header_id|eot_id)\|>|<\/?(?:tool_result|function_output|function_results|system-reminder)>/gi,
  },
  {
    flag: 'instruction_override',
    risk: 'high',
    pattern: /\b(?:SYSTEM PROMPT|System prompt|system prompt|MANDATORY|OVERRIDE):|\[(?:SYSTEM|INST)\]|<<SYS>>/g,
  },
  {
    flag: 'meta_injection',
    risk: 'high',
    pattern:
      /\b(?:pretend|act)\s{1,4}as\s{1,4}if\s{1,4}you\s{1,4}(?:are|were)\b|\bpretend\s{1,4}(?:to\s{1,4}be|you\s{1,4}are)\b|\byour\s{1,4}new\s{1,4}(?:role|task|goal|objective)\s{1,4}is\b|\bfrom\s{1,4}now\s{1,4}on,?\s{1,4}you\s{1,4}(?:will|must|are|should)\b|\bI\s{1,4}am\s{1,4}your\s{1,4}(?:admin|administrator|developer|creator|owner|operator)\b/gi,
  },
];

/** Finds phrases that try to give the model orders from inside a tool's output. */
export const promptInjection: Detector = {
  category: 'prompt_injection',
  scan(text) {
    return phrases.flatMap(({ flag, risk, pattern }): Finding[] => {
      const count = text.match(pattern)?.length ?? 0;
      return count === 0 ? [] : [{ category: 'prompt_injection', flag, risk, count }];
    });
  },
};
