import path from 'node:path';

/**
 * Counts what vitest reports: every test, and every file that could not be loaded as one failed test.
 *
 * @returns {{ readonly reporter: import('vitest/reporters').Reporter, readonly close: () => { readonly lines: readonly string[], readonly exitCode: number } }}
 */
export function createTally() {
  let passed = 0;
  let failed = 0;
  let outside = 0;
  let isComplete = false;
  /** @type {string[]} */
  const skipped = [];

  /** @type {import('vitest/reporters').Reporter} */
  const reporter = {
    onTestRunEnd(modules, unhandledErrors, reason) {
      isComplete = reason !== 'interrupted';
      outside = unhandledErrors.length;
      for (const module of modules) {
        const errors = module.errors().length;
        let failedTests = 0;
        for (const test of module.children.allTests()) {
          const result = test.result();
          if (result.state === 'passed') passed++;
          else if (result.state === 'failed') failedTests++;
          else {
            const why = result.state === 'skipped' && result.note ? result.note : 'no reason given';
            skipped.push(`${path.relative(process.cwd(), module.moduleId)}: ${test.fullName}: ${why}`);
          }
        }
        failed += failedTests === 0 && (errors > 0 || module.state() === 'failed') ? 1 : failedTests;
      }
    },
  };

  const close = () => {
    const lines = [];
    if (outside > 0) lines.push(`errors outside of tests: ${outside}`);
    if (!isComplete) lines.push('the run was interrupted');
    if (passed + failed === 0) lines.push('no test matches');
    if (skipped.length > 0) lines.push(`skipped: ${skipped.length}`, ...skipped.map((line) => `  ${line}`));
    lines.push(`tests: ${passed} passed, ${failed} failed`);
    const isGood = isComplete && failed === 0 && outside === 0 && passed > 0;
    return { lines, exitCode: isGood ? 0 : 1 };
  };

  return { reporter, close };
}
