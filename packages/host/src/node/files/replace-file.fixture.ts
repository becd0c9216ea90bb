import { PortError } from '@toolstone/kernel';
import { createLocalFiles } from './local-files.ts';

/*
 * Replaces files in a process of its own, which a test can put on another file system, take rights from or kill.
 * Arguments: a path and a text to repeat as often as the third says; prints the outcome. `loop` repeats it for ever.
 */
const [path = '', text = '', count = '1', loop] = process.argv.slice(2);
const files = createLocalFiles();
const bytes = new TextEncoder().encode(text.repeat(Number(count)));
const replaceOnce = async (): Promise<string> => {
  try {
    await files.replace(path, bytes, { expect: await files.hash(path) });
    return 'replaced';
  } catch (error) {
    return error instanceof PortError ? `${error.code}: ${error.message}` : `a defect: ${error}`;
  }
};
do process.stdout.write(`${await replaceOnce()}\n`);
while (loop === 'loop');
