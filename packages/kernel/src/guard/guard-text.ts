// Passing stand-in so that the tree compiles; the guard's author replaces this file.
import type { Finding } from '@toolstone/protocol';
export const guardText = (text: string): { text: string; findings: readonly Finding[] } => ({ text, findings: [] });
