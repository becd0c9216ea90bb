export interface Timer {
  stop(): void;
}

/** Calls back every so often until stopped; it keeps no process alive. */
export function onEvery(ms: number, callback: () => void): Timer {
  const interval = setInterval(callback, ms);
  interval.unref();
  return { stop: () => clearInterval(interval) };
}

/** Calls back once, `ms` after the first of any number of calls. */
export function createCoalescer(ms: number, callback: () => void): { ask(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined;
        callback();
      }, ms);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Ends of the process from outside: a hang-up, a polite kill. After a hang-up the process ends by that signal once all is
 * tidied up: Node would try to give back a terminal that is gone, and abort.
 */
export function onEndSignals(callback: () => void): () => void {
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
  const take = (signal: NodeJS.Signals): void => {
    if (signal === 'SIGHUP') process.once('exit', endByHangUp);
    callback();
  };
  for (const signal of signals) process.on(signal, take);
  return () => {
    for (const signal of signals) process.off(signal, take);
  };
}

function endByHangUp(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
