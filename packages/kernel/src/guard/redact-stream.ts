// Passing stand-in so that the tree compiles; the guard's author replaces this file.
export const createRedactor = () => ({
  push: (text: string) => text,
  flushAged: () => '',
  end: () => ({ text: '', findings: [] }),
});
