import type { Findings } from './shell-findings.ts';
import { changesMeaning, isHarmlessVariable } from './shell-variables.ts';
import type { ShellWord } from './shell-words.ts';

const assigning = new Set([
  'export',
  'declare',
  'typeset',
  'local',
  'readonly',
  'read',
  'printf',
  'mapfile',
  'readarray',
  'getopts',
  'unset',
]);
const evaluating = new Set([...assigning, 'let', 'test', '[', 'wait']);

/** Notes that a variable gets a value. */
export function noteVariable(findings: Findings, name: string, isExported = false): void {
  if (name === 'HOME' || name === 'PWD') findings.homeChanges = true;
  if (changesMeaning(name) || (isExported && !isHarmlessVariable(name))) findings.meaningChanges = true;
}

/** Text that arithmetic would run: a subscript with a substitution in it. */
export function noteText(findings: Findings, text: string): void {
  if (text.includes('[') && /\[[^\]]*(\$[({]|`)/.test(text)) findings.holdsSubscript = true;
}

function noteAssigning(findings: Findings, name: string, args: readonly ShellWord[]): void {
  const isPrintf = name === 'printf';
  const words = isPrintf ? args.slice(args.indexOf('-v') + 1, args.indexOf('-v') + 2) : args;
  if (isPrintf && !args.includes('-v')) return;
  // A reference to another variable: `declare -n x=PATH; x=…`.
  const refers =
    /^(declare|typeset|local)$/.test(name) && args.some((word) => word !== null && /^-[a-zA-Z]*n/.test(word));
  findings.meaningChanges ||= refers;
  const exports = name === 'export' || args.some((word) => word !== null && /^-[a-zA-Z]*x/.test(word));
  for (const word of words) {
    // `unset "$name"` takes a variable away, `export "$x"` may set any.
    if (word === null) {
      if (name !== 'read' || args[0] === null) findings.meaningChanges = true;
      continue;
    }
    const variable = /^([A-Za-z_]\w*)/.exec(word)?.[1];
    if (variable !== undefined) noteVariable(findings, variable, exports && word.includes('='));
  }
}

/** Notes what a builtin does to the meaning of other commands of the text. */
export function noteBuiltin(findings: Findings, name: string, args: readonly ShellWord[]): void {
  if (evaluating.has(name)) findings.evaluatesArithmetic = true;
  if (assigning.has(name)) noteAssigning(findings, name, args);
  const words = args.map((word) => word ?? '');
  const isUnknown = args.includes(null);
  switch (name) {
    case 'alias':
      for (const word of words) findings.redefined.add(word.split('=', 1)[0] ?? '');
      findings.meaningChanges ||= isUnknown;
      break;
    case 'set': {
      // `-a` exports every later assignment, `-k` takes assignments anywhere in a command.
      const options = words.slice(0, words.indexOf('--') < 0 ? undefined : words.indexOf('--'));
      const changes = options.some((word) => /^-[a-zA-Z]*[ak]/.test(word) || /^(allexport|keyword|posix)$/.test(word));
      findings.meaningChanges ||= changes || args[0] === null;
      break;
    }
    case 'shopt':
      findings.meaningChanges ||= isUnknown || words.some((word) => /alias|lastpipe|compat/.test(word));
      break;
    case 'hash':
      findings.meaningChanges ||= isUnknown || words.some((word) => word.startsWith('-p'));
      break;
    case 'enable':
      findings.meaningChanges = true;
      break;
    default:
  }
}
