import type { OptionShape } from './shell-options.ts';

export interface WrapperShape extends OptionShape {
  /** Words of its own between the options and the command: the duration of `timeout`. */
  readonly operands?: number;
  /** Takes `NAME=value` words before the command. */
  readonly assignments?: boolean;
  /** Runs the same program with the same rights, so that an allow of the program covers it. */
  readonly isTransparent?: boolean;
  /** Gives the command further arguments that are not in the text. */
  readonly appends?: boolean;
}

/** Programs that run the command in their arguments. An option that is not here makes the command opaque. */
export const wrapperShapes: ReadonlyMap<string, WrapperShape> = new Map<string, WrapperShape>([
  [
    'sudo',
    {
      flags: 'AbEHknPS',
      values: 'ugpC',
      longFlags: ['non-interactive', 'preserve-env', 'set-home', 'stdin', 'background', 'reset-timestamp'],
      longValues: ['user', 'group', 'prompt'],
      assignments: true,
    },
  ],
  ['doas', { flags: 'nL', values: 'uC' }],
  [
    'env',
    {
      flags: 'i0v',
      values: 'u',
      dash: true,
      longFlags: ['ignore-environment', 'null', 'debug'],
      longValues: ['unset'],
      assignments: true,
      isTransparent: true,
    },
  ],
  ['nice', { values: 'n', digits: true, longValues: ['adjustment'], isTransparent: true }],
  ['ionice', { flags: 't', values: 'cn', isTransparent: true }],
  ['nohup', { isTransparent: true }],
  ['setsid', { flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'], isTransparent: true }],
  [
    'timeout',
    {
      flags: 'vfp',
      values: 'ks',
      longFlags: ['preserve-status', 'foreground', 'verbose'],
      longValues: ['kill-after', 'signal'],
      operands: 1,
      isTransparent: true,
    },
  ],
  [
    'time',
    { flags: 'apqv', values: 'f', longFlags: ['portability', 'verbose'], longValues: ['format'], isTransparent: true },
  ],
  ['stdbuf', { values: 'ioe', longValues: ['input', 'output', 'error'], isTransparent: true }],
  ['taskset', { flags: 'ac', operands: 1, isTransparent: true }],
  ['chrt', { flags: 'abfior', operands: 1, isTransparent: true }],
  ['caffeinate', { flags: 'dimsu', values: 'tw', isTransparent: true }],
  ['command', { flags: 'p', isTransparent: true }],
  ['builtin', { isTransparent: true }],
  ['exec', { flags: 'cl', values: 'a', isTransparent: true }],
  ['busybox', { isTransparent: true }],
  ['toybox', { isTransparent: true }],
  ['strace', { flags: 'cCdDfFiknqrtTvwxyYzZ', values: 'aeIOpPsSuUX' }],
  [
    'xargs',
    {
      flags: '0oprtx',
      values: 'adEILnPs',
      // The last three take a value only behind `=`.
      longFlags: [
        'null',
        'open-tty',
        'interactive',
        'no-run-if-empty',
        'verbose',
        'exit',
        'eof',
        'replace',
        'max-lines',
      ],
      longValues: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars'],
      appends: true,
    },
  ],
]);

/** Shells whose `-c` script is read here. Others have a grammar of their own. */
export const posixShells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash']);

const otherShells = 'zsh ksh ksh93 mksh fish csh tcsh yash rbash rksh pwsh powershell nu xonsh elvish';
const runsHidden =
  'source . ssh mosh su runuser pkexec chroot unshare nsenter systemd-run firejail bwrap proot fakeroot faketime ' +
  'script expect unbuffer flock at batch crontab screen tmux dtach entr rlwrap gdb ltrace perf enable fc bind complete ' +
  'compgen parallel';
/** Programs of which the name says nothing about what they run. */
export const opaquePrograms: ReadonlySet<string> = new Set(`${otherShells} ${runsHidden}`.split(' '));

/** Options by which a program that is otherwise what its name says runs another one. */
export const runningOptions: ReadonlyMap<string, RegExp> = new Map([
  ['fd', /^(-[^-]*[xX]|--exec(-batch)?(=|$))/],
  ['fdfind', /^(-[^-]*[xX]|--exec(-batch)?(=|$))/],
  ['rg', /^--(pre|hostname-bin)(=|$)/],
  [
    'tar',
    /^(-I|-F|--(to-command|use-compress-program|checkpoint-action|info-script|new-volume-script|rsh-command)(=|$))/,
  ],
  ['rsync', /^(-[^-]*e|--(rsh|rsync-path)(=|$))/],
  ['scp', /^-[SoF]/],
  ['sftp', /^-[SoFD]/],
  ['sort', /^--compress-program(=|$)/],
  ['curl', /^(-K|--config(=|$))/],
  ['wget', /^--(use-askpass|config)(=|$)/],
  ['mapfile', /^-[^-]*C/],
  ['readarray', /^-[^-]*C/],
]);
