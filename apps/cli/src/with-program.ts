import { type ComposeOptions, compose, type Program } from './compose.ts';

/** Composes the program for one command and closes it after, whatever comes of it. */
export async function withProgram<Result>(
  options: ComposeOptions,
  run: (program: Program) => Promise<Result>,
): Promise<Result> {
  const program = await compose(options);
  try {
    return await run(program);
  } finally {
    await program.close();
  }
}
