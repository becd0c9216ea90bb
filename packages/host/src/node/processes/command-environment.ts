/** Kept whatever they hold: a command can hardly work without them. */
const safeNames = new Set(
  (
    'PATH HOME USER SHELL LANG TERM TMPDIR TMP TEMP EDITOR VISUAL COLORTERM COLUMNS LINES PWD OLDPWD HOSTNAME LOGNAME ' +
    'DISPLAY WAYLAND_DISPLAY SSH_AUTH_SOCK GPG_AGENT_INFO SHLVL MANWIDTH MAN_KEEP_FORMATTING LESS LESSOPEN LESSCLOSE ' +
    'LESSPIPE LESSCHARSET'
  ).split(' '),
);
const safePrefixes = ['LC_', 'XDG_'];

const secretSuffixes = [
  '_KEY',
  '_APIKEY',
  '_DSN',
  '_PASS',
  '_PAT',
  '_PWD',
  '_SECRET',
  '_TOKEN',
  '_PASSWORD',
  '_CREDENTIAL',
  '_CREDENTIALS',
];
/**
 * The names of secrets that no suffix tells, and settings that would make bash, `rg` and `git` do something else than the
 * person who approves a command expects: `CDPATH` moves a relative `cd`, `BASH_ENV` runs a file first.
 */
const secretNames = new Set(
  (
    'OPENAI_API_KEY ANTHROPIC_API_KEY TOOLSTONE_JWT_SECRET TOOLSTONE_DISCORD_TOKEN TOOLSTONE_GITHUB_TOKEN ' +
    'TOOLSTONE_OIDC_CLIENT_SECRET TOOLSTONE_DB_URL AWS_SECRET_ACCESS_KEY AZURE_CLIENT_SECRET GCP_SERVICE_ACCOUNT_KEY ' +
    'GOOGLE_APPLICATION_CREDENTIALS DATABASE_URL RIPGREP_CONFIG_PATH GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM ' +
    'CDPATH BASH_ENV ENV PGPASSWORD'
  ).split(' '),
);

export interface ScrubOptions {
  readonly source: Readonly<Record<string, string | undefined>>;
  /** Names that are kept although they look like secrets. */
  readonly passthrough: readonly string[];
}

/** The environment that commands get: the source without what looks like a secret. */
export const scrubEnvironment = ({ source, passthrough }: ScrubOptions): Readonly<Record<string, string>> => {
  const wanted = new Set(passthrough);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && (wanted.has(name) || isSafe(name) || !isSecret(name))) kept[name] = value;
  }
  return kept;
};

const isSafe = (name: string): boolean => safeNames.has(name) || safePrefixes.some((prefix) => name.startsWith(prefix));

const isSecret = (name: string): boolean => {
  const upper = name.toUpperCase();
  // A function that is handed on can take the name of any program.
  if (upper.startsWith('BASH_FUNC_')) return true;
  return secretNames.has(upper) || secretSuffixes.some((suffix) => upper.endsWith(suffix));
};
