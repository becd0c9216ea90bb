/** @typedef {import('@toolstone/testing').RecordedRequest} RecordedRequest */

/**
 * Milliseconds of each round: from the end of the model's reply to the arrival of the next request.
 *
 * @param {readonly RecordedRequest[]} requests
 * @returns {readonly number[]}
 */
export function roundsOf(requests) {
  return requests.slice(1).map((request, at) => request.arrivedAt - (requests[at]?.repliedAt ?? Number.NaN));
}

/**
 * A model that calls a tool `count` times, one call a reply, and then says that it is done.
 *
 * @param {number} count
 * @param {(n: number) => { readonly name: string, readonly arguments: Record<string, string | number> }} call
 * @returns {import('@toolstone/testing').ReplyFunction}
 */
export const callsInTurn = (count, call) => (_request, n) => (n < count ? { calls: [call(n)] } : { text: 'Done.' });
