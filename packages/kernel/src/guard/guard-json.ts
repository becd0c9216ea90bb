// Passing stand-in so that the tree compiles; the guard's author replaces this file.
import type { Finding } from '@toolstone/protocol';
export const guardJson = <T>(value: T): { value: T; findings: readonly Finding[] } => ({ value, findings: [] });
