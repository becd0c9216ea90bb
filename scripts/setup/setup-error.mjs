/** A failure of set-up that a person can do something about; its message says what. */
export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {string} nextStep
   * @param {string} [detail] what the failed program printed
   */
  constructor(message, nextStep, detail = '') {
    super(message);
    this.name = 'SetupError';
    this.nextStep = nextStep;
    this.detail = detail;
  }
}

/**
 * Runs a script's main and ends the program as scripts do: a set-up failure is one message, anything else a defect.
 *
 * @param {() => Promise<number | undefined>} main gives the exit code
 */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? process.exitCode ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const lines = error.detail.trim().split('\n').slice(-20);
    const detail = error.detail.trim() === '' ? '' : `${lines.map((line) => `  ${line}`).join('\n')}\n`;
    process.stderr.write(`\n${detail}${error.message}.\n${error.nextStep}.\n`);
    process.exitCode = 1;
  }
}
