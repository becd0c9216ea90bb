import { type Lane, LaneError } from '@toolstone/kernel';

/**
 * The first lane, and the others in turn where it finally fails; the reply names the lane that gave it, and a notice
 * says that another one was taken. Two kinds of failure do not go on. `context-overflow`: the conversation has to be
 * made shorter, which is not a matter of the lane. `invalid-request`: a request that one provider refuses is our
 * mistake, and sending it elsewhere would hide it. A refused key does go on: each lane has its own.
 */
export function withFallback(lanes: readonly [Lane, ...Lane[]]): Lane {
  const [first, ...others] = lanes;
  if (others.length === 0) return first;
  return {
    ...first,
    async *stream(request, signal) {
      for (const [index, lane] of lanes.entries()) {
        let isDelivered = false;
        try {
          for await (const event of lane.stream(request, signal)) {
            if (event.type === 'reset') isDelivered = false;
            else if (event.type !== 'notice') isDelivered = true;
            yield event;
          }
          return;
        } catch (error) {
          const next = lanes[index + 1];
          signal.throwIfAborted();
          if (next === undefined || !(error instanceof LaneError) || !goesOn(error)) throw error;
          if (isDelivered) yield { type: 'reset' };
          const text = `${error.message}. Going on with ${next.id}`;
          yield { type: 'notice', level: 'warning', code: 'LANE_FALLBACK', text };
        }
      }
    },
  };
}

function goesOn(error: LaneError): boolean {
  return error.kind !== 'context-overflow' && error.kind !== 'invalid-request';
}
