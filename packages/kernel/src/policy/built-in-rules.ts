import type { Rule, SourcedRule } from '@toolstone/protocol';

const credentialPlaces: readonly string[] = [
  '~/.ssh',
  '~/.aws',
  '~/.azure',
  '~/.config/gcloud',
  '~/.config/gh',
  '~/.gnupg',
  '~/.kube',
  '~/.docker/config.json',
  '~/.netrc',
  '~/.npmrc',
  '~/.pypirc',
  '~/.pgpass',
  '~/.my.cnf',
  '~/.git-credentials',
  '~/.cargo/credentials*',
  '~/.terraform.d/credentials*',
  '~/.local/share/keyrings',
  '~/Library/Keychains',
  '**/.env',
  '**/.env.*',
  '**/.envrc',
  '**/id_{rsa,dsa,ecdsa,ed25519}',
  '**/*.{pem,key,p12,pfx,jks,keystore}',
  '**/.htpasswd',
  '/etc/{shadow,gshadow,sudoers}',
  '/etc/ssh/*_key',
  '/proc/*/environ',
  '/proc/*/mem',
];

/** Names that look like credentials and are made to be shared. */
const shared: readonly string[] = [
  '**/.env.{example,sample,template,dist,defaults,schema}',
  '**/*.example.{pem,key}',
  '**/{cacert,ca-certificates,ca-bundle}.pem',
];

type PathCondition = NonNullable<Rule['path']>;

export interface BuiltInPlace {
  /** The program's own data: its log, its settings with keys. */
  readonly dataDirectory?: string;
}

/**
 * Rules that ship with the program. They only ask: what they name holds credentials, or decides what the program itself
 * may do. A person's rule with the same id takes the place of one.
 */
export function builtInRules({ dataDirectory }: BuiltInPlace): readonly SourcedRule[] {
  const ask = (id: string, reason: string, path: Pick<PathCondition, 'within' | 'not' | 'access'>): SourcedRule => ({
    rule: { id, effect: 'ask', reason, path },
    source: 'built-in',
    origin: 'built-in',
  });
  return [
    ask('credentials', 'it may hold credentials', { within: [...credentialPlaces], not: [...shared], access: 'any' }),
    ...(dataDirectory === undefined
      ? []
      : [ask('own-data', "it is the program's own data", { within: [dataDirectory], access: 'any' })]),
    ask('own-policy', 'it decides what this program may do', { within: ['**/.toolstone/**'], access: 'write' }),
    ask('runs-later', 'other programs run what stands there', {
      within: [
        '**/.git/{hooks,config,modules}',
        '**/.git/{hooks,modules}/**',
        '~/.{bashrc,bash_profile,profile,zshrc,zshenv,zprofile,bash_logout,gitconfig}',
        '~/.config/{git,fish,autostart,systemd}',
      ],
      access: 'write',
    }),
  ];
}
