import type { ShellWord } from './shell-words.ts';

const urlHost = /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[0-9a-f:.%]+\]|[^/?#:@[\]]+)(?::(\d+))?(?:[/?#]|$)/i;

/** Host of a literal URL, in lower case, with its port where the URL names one. */
function hostOfUrl(text: string): string | undefined {
  const match = urlHost.exec(text);
  if (!match?.[1]) return undefined;
  const host = match[1].toLowerCase();
  return match[2] ? `${host}:${match[2]}` : host;
}

const curlValues = 'AbcCdDeEFhHKmoPQrtTuUwXyYz';
const wgetValues = 'aABDeGiIloOPQRtTUwX';
const sshValues = 'bBcDeEFiIJlLmoOpPQRSwW';
const valueOptions: Readonly<Record<string, string>> = {
  curl: curlValues,
  wget: wgetValues,
  ssh: sshValues,
  scp: 'cDFiJloPSX',
  sftp: 'bBcDFiJloPRsSX',
};

/** Words that are neither options nor the values of short options. */
function operands(words: readonly ShellWord[], values: string): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === null || word === undefined) continue;
    if (!word.startsWith('-')) found.push(word);
    else if (/^-[A-Za-z0-9]+$/.test(word) && values.includes(word.slice(-1))) index += 1;
  }
  return found;
}

const bareHost = (word: string): string | undefined =>
  /^[\w-]+(\.[\w-]+)+(:\d+)?(?=[/?#]|$)|^localhost(:\d+)?(?=[/?#]|$)/i.exec(word)?.[0].toLowerCase();

/** `user@host:path` and `host:path` as ssh, scp, rsync and git read them. */
const remoteHost = (word: string): string | undefined =>
  hostOfUrl(word) ?? /^(?:[^@/:\s]+@)?([\w.-]+):(?!\/\/)/.exec(word)?.[1]?.toLowerCase();

const loginHost = (word: string): string | undefined =>
  hostOfUrl(word) ?? /^(?:[^@/\s]+@)?([\w.-]+)$/.exec(word)?.[1]?.toLowerCase();

const gitRemote = new Set(['clone', 'fetch', 'pull', 'push', 'ls-remote', 'remote', 'submodule']);
const urlReaders = new Set(
  'npm pnpm yarn npx pip pip3 uv pipx cargo go gem bundle docker podman http https xh aria2c lynx w3m'.split(' '),
);

const networkPrograms = new Set([
  'curl',
  'wget',
  'http',
  'https',
  'xh',
  'aria2c',
  'nc',
  'ncat',
  'telnet',
  'scp',
  'sftp',
  'rsync',
]);

/** Whether a command may go to a host that its text does not tell. */
export const mayReachOtherHosts = (name: string | null, args: readonly ShellWord[]): boolean =>
  name === null || (networkPrograms.has(name) && args.includes(null));

/** Hosts that a command names in literal words. A host in a variable, a file or a configuration is not here. */
export function hostsOfCommand(name: string, args: readonly ShellWord[]): readonly string[] {
  const words = args.filter((word) => word !== null);
  const pick = (read: (word: string) => string | undefined, from: readonly string[]): readonly string[] =>
    from.map(read).filter((host) => host !== undefined);
  const rest = operands(args, valueOptions[name] ?? '');
  switch (name) {
    case 'curl':
    case 'wget':
      return [
        ...pick((word) => (word.startsWith('-') ? hostOfUrl(word.replace(/^--?[\w-]+=/, '')) : undefined), words),
      ].concat(
        pick((word) => hostOfUrl(word) ?? bareHost(word), rest),
        pick(
          hostOfUrl,
          words.filter((word) => !rest.includes(word)),
        ),
      );
    case 'ssh':
      return pick(loginHost, rest.slice(0, 1));
    case 'scp':
    case 'sftp':
    case 'rsync':
      return pick(remoteHost, rest);
    case 'git':
      return words.some((word) => gitRemote.has(word)) ? pick(remoteHost, rest) : [];
    case 'nc':
    case 'ncat':
    case 'telnet':
    case 'ping':
      return pick(bareHost, rest);
    default:
      return urlReaders.has(name) ? pick((word) => hostOfUrl(word.replace(/^git\+/, '')), words) : [];
  }
}
