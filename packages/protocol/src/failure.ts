import { z } from 'zod';

/**
 * An expected failure: data, not an exception. The model and the person both read it, so it says what to do next.
 * `code` is stable: clients branch on it.
 */
export const failureSchema = z.object({
  code: z.string().regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/),
  /** One line, no full stop, no stack: what is wrong. */
  message: z.string(),
  /** What the reader can do about it. */
  nextStep: z.string(),
  /** Evidence of several lines, where one line cannot say it: the region that nearly matched, the differing lines. */
  detail: z.string().optional(),
});
export type Failure = Readonly<z.infer<typeof failureSchema>>;

/** The text of a failure as a model and a person see it. */
export const renderFailure = ({ code, message, nextStep, detail }: Failure): string =>
  `Error ${code}: ${message}. ${nextStep}${detail === undefined ? '' : `\n${detail}`}`;
