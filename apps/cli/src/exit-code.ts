/** The exit codes of every command: a contract with scripts. */
export const exitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  modelUnreachable: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];
