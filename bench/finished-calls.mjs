/**
 * Milliseconds of each call of a run with `--output stream-json`, as the log has them.
 *
 * @param {string} stdout
 * @returns {readonly number[]}
 */
export function finishedCalls(stdout) {
  return stdout
    .split('\n')
    .filter((line) => line.includes('"call.finished"'))
    .map((line) => JSON.parse(line))
    .filter(({ type, record }) => type === 'record' && record.kind === 'call.finished')
    .map(({ record }) => {
      if (record.body.result.status !== 'ok') throw new Error(`a call failed: ${JSON.stringify(record.body.result)}`);
      return record.body.durationMs;
    });
}
