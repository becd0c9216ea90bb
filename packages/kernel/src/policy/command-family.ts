import type { CommandFact } from '@toolstone/protocol';
import { exactPattern } from './allow-with.ts';
import { isTransparentWrapper } from './shell-unwrap.ts';

/** Programs whose first word says what they do. */
const withSubcommands = new Set([
  ...[
    'git',
    'npm',
    'pnpm',
    'yarn',
    'bun',
    'deno',
    'cargo',
    'rustup',
    'go',
    'docker',
    'podman',
    'kubectl',
    'helm',
    'gh',
  ],
  ...[
    'pip',
    'pip3',
    'uv',
    'poetry',
    'pipenv',
    'conda',
    'bundle',
    'gem',
    'composer',
    'dotnet',
    'mvn',
    'gradle',
    'swift',
  ],
  ...[
    'mix',
    'terraform',
    'systemctl',
    'brew',
    'apt',
    'apt-get',
    'dnf',
    'make',
    'just',
    'rake',
    'turbo',
    'nx',
    'hg',
    'svn',
  ],
]);

/** Subcommands behind which another word says what is done. */
const withDeeperWords = new Set([
  ...[
    'npm run',
    'pnpm run',
    'yarn run',
    'bun run',
    'deno task',
    'nx run',
    'turbo run',
    'go mod',
    'dotnet tool',
    'uv pip',
  ],
  ...['git remote', 'git stash', 'git worktree', 'git submodule', 'docker compose', 'docker image', 'docker container'],
  ...['gh pr', 'gh issue', 'gh run', 'gh repo', 'gh release'],
]);

/** Programs that run the file in their first argument: the program with that file is the family. */
const interpreters = /^(?:node|python[\d.]*|ruby|perl|php|lua|tsx|ts-node|bash|sh|zsh|dash)$/;

/**
 * Programs and subcommands of which another argument is another matter: they delete, overwrite, send away, install, change
 * rights, or run what they are given.
 */
const wordForWord = new Set([
  ...[
    'rm',
    'rmdir',
    'mv',
    'cp',
    'dd',
    'ln',
    'install',
    'truncate',
    'shred',
    'chmod',
    'chown',
    'chgrp',
    'chattr',
    'tee',
  ],
  ...['find', 'fd', 'xargs', 'parallel', 'awk', 'gawk', 'sed', 'ed', 'ex', 'vi', 'vim', 'emacs', 'nano', 'expect'],
  ...['curl', 'wget', 'ssh', 'scp', 'sftp', 'rsync', 'nc', 'ncat', 'socat', 'telnet', 'ftp', 'openssl', 'gpg'],
  ...['kill', 'pkill', 'killall', 'reboot', 'shutdown', 'mount', 'umount', 'crontab', 'at', 'watch', 'screen', 'tmux'],
  ...['tar', 'unzip', 'zip', 'sqlite3', 'psql', 'mysql', 'redis-cli', 'strace', 'gdb', 'npx', 'bunx', 'uvx', 'pipx'],
  ...['export', 'declare', 'set', 'shopt', 'alias', 'source', '.', 'eval', 'exec', 'trap', 'ulimit', 'umask', 'unset'],
  ...['git push', 'git config', 'git reset', 'git clean', 'git checkout', 'git switch', 'git restore', 'git rm'],
  ...['git rebase', 'git branch', 'git tag', 'git clone', 'git filter-branch', 'git bisect'],
  ...['npm exec', 'npm x', 'npm install', 'npm i', 'npm add', 'npm publish', 'npm config', 'npm set'],
  ...['pnpm dlx', 'pnpm exec', 'pnpm add', 'pnpm install', 'yarn dlx', 'yarn exec', 'yarn add', 'bun x', 'bun add'],
  ...['bun install', 'deno run', 'deno eval', 'deno install', 'go run', 'go install', 'go get', 'go generate'],
  ...['cargo install', 'cargo publish', 'pip install', 'pip3 install', 'uv run', 'uv pip install', 'uv add', 'uv tool'],
  ...['poetry run', 'poetry add', 'pipenv run', 'pipenv install', 'conda run', 'conda install', 'bundle exec'],
  ...['gem install', 'composer require', 'brew install', 'apt install', 'apt-get install', 'dnf install', 'gh api'],
  ...[
    'docker run',
    'docker exec',
    'docker rm',
    'docker rmi',
    'docker push',
    'docker compose exec',
    'docker compose run',
  ],
  ...['docker container exec', 'docker container run', 'podman run', 'podman exec', 'kubectl exec', 'kubectl delete'],
  ...['kubectl apply', 'helm install', 'helm uninstall', 'terraform apply', 'terraform destroy', 'gh repo delete'],
  ...['git submodule foreach', 'git worktree remove', 'git stash drop', 'git stash clear', 'git remote set-url'],
]);

const isPlain = (word: string | null | undefined): word is string =>
  typeof word === 'string' && /^[A-Za-z0-9][\w:./@+-]*$/.test(word);

/**
 * A pattern for commands of one kind: the program with its subcommand and whatever follows (`git log **`,
 * `npm run lint **`, `ls **`). Where that would give away more than was seen, the command itself, word for word; undefined
 * where not even that can be told.
 */
export function commandFamily(command: CommandFact, cwd: string): string | undefined {
  const program = exactPattern({ ...command, args: [] }, cwd);
  if (program === undefined) return undefined;
  const words = familyWords(command);
  return words ? [program, ...words, '**'].join(' ') : exactPattern(command, cwd);
}

/** The words behind the program that make the family; undefined for a command that stands for itself alone. */
function familyWords({ name, args, wrappers }: CommandFact): readonly string[] | undefined {
  // What `sudo` or `xargs` run is another matter than what the program does by itself.
  if (name === null || !wrappers.every(isTransparentWrapper) || wordForWord.has(name)) return undefined;
  const [first, second] = args;
  if (interpreters.test(name)) {
    // Any other option can bring code of its own.
    if (first === '-m' && isPlain(second)) return ['-m', second];
    return isPlain(first) ? [first] : undefined;
  }
  if (!withSubcommands.has(name)) return [];
  // Options before the subcommand: `git -C elsewhere log`.
  if (!isPlain(first) || wordForWord.has(`${name} ${first}`)) return undefined;
  if (!withDeeperWords.has(`${name} ${first}`)) return [first];
  return isPlain(second) && !wordForWord.has(`${name} ${first} ${second}`) ? [first, second] : undefined;
}
