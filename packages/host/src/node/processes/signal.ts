/** Sends a signal to a process, or to a group where `pid` is negative; false where nobody is there to get it. */
export const sendSignal = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // ESRCH: it is gone. EPERM: it runs as another user now (sudo), and nothing that we can do reaches it.
    return false;
  }
};
