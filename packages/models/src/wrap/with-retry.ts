import { type Clock, type Lane, LaneError, type LaneEvent } from '@toolstone/kernel';

export interface RetryOptions {
  readonly maxRetries: number;
  readonly clock: Clock;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
/** A provider that asks for a longer wait has said that it will not answer now; a person should hear of it. */
const longestAskedMs = 120_000;

/**
 * The lane with failures that pass tried again: limits of rate, overload, servers' own errors, connections that fail or
 * break. Waits grow exponentially with full jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter)
 * and are never shorter than the provider asks. What was streamed of a failed try is voided by `reset` before the next
 * one, so that nothing is ever shown twice.
 */
export function withRetry(lane: Lane, options: RetryOptions): Lane {
  return {
    ...lane,
    async *stream(request, signal) {
      for (let attempt = 0; ; attempt++) {
        let isDelivered = false;
        try {
          for await (const event of lane.stream(request, signal)) {
            if (event.type === 'reset') isDelivered = false;
            else if (event.type !== 'notice') isDelivered = true;
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof LaneError) || !mayPass(error) || attempt >= options.maxRetries) throw error;
          const delayMs = delayOf(error, attempt, options.random);
          if (delayMs === undefined) throw error;
          if (isDelivered) yield { type: 'reset' };
          yield retryNotice(error, delayMs, attempt + 1, options.maxRetries);
          await options.clock.sleep(delayMs, signal);
        }
      }
    },
  };
}

/** True for failures that another try may not meet. */
function mayPass(error: LaneError): boolean {
  switch (error.kind) {
    case 'rate-limit':
    case 'overloaded':
    case 'unreachable':
    case 'cut':
      return true;
    case 'unexpected':
      return (error.status ?? 0) >= 500;
    case 'context-overflow':
    case 'auth':
    case 'not-found':
    case 'invalid-request':
      return false;
  }
}

function delayOf(error: LaneError, attempt: number, random: () => number): number | undefined {
  const jittered = random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
  const asked = error.retryAfterMs;
  if (asked === undefined) return Math.round(jittered);
  if (asked > longestAskedMs) return undefined;
  // A little later than asked for: everyone who was told the same time comes back at it.
  return Math.round(asked + random() * Math.min(1_000, asked / 10));
}

function retryNotice(error: LaneError, delayMs: number, attempt: number, of: number): LaneEvent {
  const seconds = delayMs < 10_000 ? (delayMs / 1000).toFixed(1) : String(Math.round(delayMs / 1000));
  const text = `${error.message}. Trying again in ${seconds} s (${attempt} of ${of})`;
  return { type: 'notice', level: 'info', code: 'LANE_RETRY', text };
}
