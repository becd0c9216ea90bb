import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';

/** A key that begins like a sequence is taken for itself when nothing follows for so long. */
const ESCAPE_WAIT_MS = 40;
const RESIZE_WAIT_MS = 30;

export interface TerminalDevice {
  readonly columns: number;
  readonly rows: number;
  /** The stream that the screen is painted on; its writes of one step reach the terminal at once. */
  readonly paintStream: NodeJS.WriteStream;
  write(text: string): void;
  /** Puts a text on the clipboard, where the terminal allows it. */
  copy(text: string): void;
  /** Forgets what has been painted and has not gone out yet. */
  dropPainted(): void;
  /** Holds back what is painted while something else has the terminal. */
  hold(): void;
  release(): void;
  onResize(listener: () => void): void;
  /** Names the window, with a bell where the person is called. */
  setTitle(title: string, isCall: boolean): void;
  readonly isSuspended: boolean;
  /** Gives the terminal to the shell; `onReturn` is called when the shell gives it back. */
  suspend(onReturn: () => void): void;
  /** Gives the terminal back as it was found. */
  close(): void;
}

export interface DeviceOptions {
  readonly hasKeyProtocol: boolean;
  readonly onText: (text: string) => void;
  /** Nothing followed for a while. */
  readonly onQuiet: () => void;
  /** Last hand on what is painted, before it goes out. */
  readonly refine: (painted: string) => string;
}

const BRACKETED_PASTE = ['\x1b[?2004h', '\x1b[?2004l'] as const;
const FOCUS_REPORTS = ['\x1b[?1004h', '\x1b[?1004l'] as const;
const KEY_PROTOCOL = ['\x1b[>1u', '\x1b[<u'] as const;
/** Saves and restores the window's title. */
const TITLE_STACK = ['\x1b[22;0t', '\x1b[23;0t'] as const;
const ASK_BACKGROUND = '\x1b]11;?\x1b\\';

/** Takes the terminal of the process: keys as they come, pastes as one, a screen to paint on. */
export function openTerminal({ hasKeyProtocol, onText, onQuiet, refine }: DeviceOptions): TerminalDevice {
  const { stdin, stdout } = process;
  const decoder = new StringDecoder('utf8');
  const paint = createPaintStream(stdout, refine);
  const listeners: (() => void)[] = [];
  let quiet: NodeJS.Timeout | undefined;
  let resizing: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isSuspended = false;
  const modes = [BRACKETED_PASTE, TITLE_STACK, FOCUS_REPORTS, ...(hasKeyProtocol ? [KEY_PROTOCOL] : [])];

  const onData = (bytes: Buffer): void => {
    clearTimeout(quiet);
    onText(decoder.write(bytes));
    quiet = setTimeout(onQuiet, ESCAPE_WAIT_MS);
  };
  const onResize = (): void => {
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      for (const listener of listeners) listener();
    }, RESIZE_WAIT_MS);
  };

  function take(): void {
    stdin.setRawMode(true);
    stdin.resume();
    stdout.write(modes.map(([on]) => on).join(''));
  }

  function giveBack(): void {
    stdout.write(`${modes.map(([, off]) => off).join('')}\x1b[?25h\x1b[0m`);
    try {
      stdin.setRawMode(false);
    } catch {
      // The terminal is gone: there is nothing to give back.
    }
    stdin.pause();
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    clearTimeout(quiet);
    clearTimeout(resizing);
    stdin.off('data', onData);
    stdout.off('resize', onResize);
    process.off('exit', close);
    paint.release();
    paint.flush();
    giveBack();
  }

  // A terminal that hangs up fails every write; the signal that comes with it ends the program.
  stdout.on('error', () => undefined);
  stdin.on('error', () => undefined);
  stdin.on('data', onData);
  stdout.on('resize', onResize);
  process.once('exit', close);
  take();
  stdout.write(ASK_BACKGROUND);

  return {
    get columns() {
      return stdout.columns || 80;
    },
    get rows() {
      return stdout.rows || 24;
    },
    paintStream: paint.stream,
    write: (text) => {
      paint.flush();
      stdout.write(text);
    },
    copy: (text) => void stdout.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`),
    dropPainted: paint.drop,
    hold: paint.hold,
    release: paint.release,
    setTitle: (title, isCall) => void stdout.write(`\x1b]0;${title}\x07${isCall ? '\x07' : ''}`),
    get isSuspended() {
      return isSuspended;
    },
    suspend(onReturn) {
      isSuspended = true;
      giveBack();
      process.once('SIGCONT', () => {
        isSuspended = false;
        take();
        onReturn();
      });
      // The whole job stops, whoever started this process included, as the shell expects it.
      process.kill(0, 'SIGTSTP');
    },
    onResize: (listener) => void listeners.push(listener),
    close,
  };
}

/** Writes of one step go out as one, so that no half-drawn frame is ever seen. */
function createPaintStream(
  stdout: NodeJS.WriteStream,
  refine: (painted: string) => string,
): {
  readonly stream: NodeJS.WriteStream;
  readonly flush: () => void;
  readonly drop: () => void;
  readonly hold: () => void;
  readonly release: () => void;
} {
  let pending = '';
  let isHeld = false;
  const flush = (): void => {
    if (isHeld || pending === '') return;
    const text = pending;
    pending = '';
    stdout.write(refine(text));
  };
  const emitter = new EventEmitter();
  const stream = Object.defineProperties(
    Object.assign(emitter, {
      isTTY: true,
      write(text: string | Uint8Array, ...rest: readonly unknown[]): boolean {
        if (pending === '') queueMicrotask(flush);
        pending += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
        const settled = rest.find((value) => typeof value === 'function');
        if (typeof settled === 'function') queueMicrotask(() => settled());
        return true;
      },
    }),
    { columns: { get: () => stdout.columns || 80 }, rows: { get: () => stdout.rows || 24 } },
  );
  return {
    // It has all that a painter asks of a terminal: its size, news of its size, and a place to write to.
    stream: stream as unknown as NodeJS.WriteStream,
    flush,
    drop() {
      pending = '';
    },
    hold() {
      flush();
      isHeld = true;
    },
    release() {
      isHeld = false;
      flush();
    },
  };
}
