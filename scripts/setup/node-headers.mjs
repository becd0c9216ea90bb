import fs from 'node:fs';
import path from 'node:path';

/**
 * The environment for an npm that may compile native packages: where this Node came with its C headers (most installations
 * do), they are used, so that nothing has to be downloaded for it.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} [node] the program of this Node
 * @returns {NodeJS.ProcessEnv}
 */
export function compileEnvironment(environment, node = process.execPath) {
  const headers = headersOf(node);
  if (headers === null || environment['npm_config_nodedir'] !== undefined) return environment;
  return { ...environment, npm_config_nodedir: headers };
}

/**
 * Why a native package could not be compiled, and what to do, by what is there.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} [node]
 * @returns {{ readonly cause: string, readonly nextStep: string }}
 */
export function compileProblem(environment, node = process.execPath) {
  const missing = [
    ...(isOnPath(['c++', 'g++', 'clang++'], environment) ? [] : ['a C++ compiler']),
    ...(isOnPath(['make', 'gmake'], environment) ? [] : ['make']),
    ...(isOnPath(['python3', 'python'], environment) ? [] : ['Python 3']),
  ];
  const otherwise = 'or use Node 22.13 or newer, which has SQLite built in';
  if (missing.length > 0) {
    return {
      cause: `${missing.join(', ')} not found`,
      nextStep: `Install them (Debian: apt-get install build-essential python3; macOS: xcode-select --install), ${otherwise}, and run the command again`,
    };
  }
  if (headersOf(node) === null) {
    return {
      cause: 'this Node came without its C headers, and they could not be downloaded',
      nextStep: `Set npm_config_nodedir to a directory that has include/node/node.h, allow the download, ${otherwise}, and run the command again`,
    };
  }
  return {
    cause: 'compiler, make, Python and headers are there, so the compiler itself failed',
    nextStep: `See what it says with \`npm install --no-save --foreground-scripts better-sqlite3\`, ${otherwise}, and run the command again`,
  };
}

/**
 * The directory that has `include/node/node.h` of this Node; null for none.
 *
 * @param {string} node
 */
function headersOf(node) {
  const prefix = path.dirname(path.dirname(fs.realpathSync(node)));
  return fs.existsSync(path.join(prefix, 'include', 'node', 'node.h')) ? prefix : null;
}

/**
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} environment
 */
function isOnPath(names, environment) {
  const directories = (environment['PATH'] ?? '').split(path.delimiter).filter((directory) => directory !== '');
  return directories.some((directory) => names.some((name) => fs.existsSync(path.join(directory, name))));
}
