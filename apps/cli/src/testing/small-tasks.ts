/** What a small model is asked to do in the folder of `taskFiles`, and how to tell that it did. */
export interface SmallTask {
  readonly name: string;
  readonly prompt: string;
  /** Right or wrong, from what is left in the folder, what was called and what was said. */
  readonly isRight: (done: TaskDone) => boolean;
}

export interface TaskDone {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string; readonly status: string }[];
  /** Text of a file of the folder, undefined where it is not there. */
  readonly file: (name: string) => string | undefined;
}

export const taskFiles: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n\nA small shop. It listens on port 8417.\n',
  'notes/todo.md': '- buy milk\n- call Ann\n- fix the cart\n',
  'src/cart.js':
    "const { RATE } = require('./tax')\n// LIST: round to cents\nexports.total = (net) => net * (1 + RATE)\n",
  'src/tax.js': 'exports.RATE = 0.19\n',
  'test.js':
    "const { total } = require('./src/cart')\nif (total(100) !== 119) throw new Error('wrong')\nconsole.log('cart ok')\n",
};

/** Given to every task: more is denied, as nobody is there to be asked. */
export const taskRules: readonly string[] = [
  'write_file',
  'edit_file',
  'bash(node test.js*)',
  'bash({ls,cat,wc,grep,echo,head} *)',
  'bash(ls)',
];

const called = (done: TaskDone, name: string, pattern: RegExp): boolean =>
  done.calls.some((call) => call.name === name && call.status === 'ok' && pattern.test(call.arguments));

export const smallTasks: readonly SmallTask[] = [
  {
    name: 'count the lines of a list in a file',
    prompt: 'How many things are on the list in notes/todo.md?',
    isRight: (done) => /\b(3|three)\b/i.test(done.text) && done.calls.some(({ status }) => status === 'ok'),
  },
  {
    name: 'find a number in a file',
    prompt: 'Read README.md and tell me which port the shop listens on.',
    isRight: (done) => done.text.includes('8417') && called(done, 'read_file', /README/),
  },
  {
    name: 'list a directory',
    prompt: 'Which files are in the folder src?',
    isRight: (done) => done.text.includes('cart.js') && done.text.includes('tax.js'),
  },
  {
    name: 'search for a word',
    prompt: 'Search for the word LIST. Which file has it?',
    isRight: (done) => done.text.includes('cart.js') && called(done, 'search', /LIST/),
  },
  {
    name: 'write a new file',
    prompt: 'Create the file hello.txt with this content: hello world',
    isRight: (done) => done.file('hello.txt')?.trim() === 'hello world',
  },
  {
    name: 'run a command and say what it printed',
    prompt: 'Run the command `node test.js` and tell me what it prints.',
    isRight: (done) => done.text.includes('cart ok') && called(done, 'bash', /node test\.js/),
  },
  {
    name: 'tell the time in a city',
    prompt: 'What time is it in Tokyo?',
    isRight: (done) => called(done, 'get_current_time', /Asia\/Tokyo/) && /\d{1,2}:\d{2}/.test(done.text),
  },
  {
    name: 'answer without a tool',
    prompt: 'What is 2 plus 2?',
    isRight: (done) => /\b(4|four)\b/i.test(done.text) && done.calls.length === 0,
  },
  {
    name: 'read a file and change one value in it',
    prompt: 'In src/tax.js change the rate from 0.19 to 0.2. Read the file first.',
    isRight: (done) => done.file('src/tax.js')?.trim() === 'exports.RATE = 0.2',
  },
];
