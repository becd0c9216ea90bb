const harmless = new Set(
  (
    'CI NODE_ENV FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES LANG LANGUAGE TZ DEBUG VERBOSE ' +
    'LOG_LEVEL PORT RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR CARGO_INCREMENTAL PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE ' +
    'PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 GOOS GOARCH CGO_ENABLED GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS ' +
    'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE ' +
    'DEBIAN_FRONTEND SOURCE_DATE_EPOCH OMP_NUM_THREADS'
  ).split(' '),
);

/** Whether a command that gets this variable still does what its name says. Unknown variables are not harmless. */
export const isHarmlessVariable = (name: string): boolean => harmless.has(name) || name.startsWith('LC_');

const meaningful =
  /^(PATH|IFS|ENV|HOME|PWD|OLDPWD|CDPATH|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|PS4|PROMPT_COMMAND|GLOBIGNORE|EXECIGNORE|TMPDIR|(.*_)?PAGER|(.*_)?EDITOR|VISUAL|BROWSER|LD_.*|DYLD_.*|GIT_.*|SSH_.*|XDG_.*|PYTHON.*|PERL.*|RUBY.*|NODE_.*|npm_.*|NPM_.*|.*OPTIONS|.*_?OPTS?|.*FLAGS|CC|CXX|CPP|AR|LD|MAKE.*|.*WRAPPER|.*_PROXY|.*_proxy)$/;

/** Whether giving a shell variable this name a value may change what commands after it mean, exported or not. */
export const changesMeaning = (name: string): boolean => meaningful.test(name) && !isHarmlessVariable(name);
