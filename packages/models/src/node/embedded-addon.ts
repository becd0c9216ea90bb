import { spawn } from 'node:child_process';
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Failure } from '@toolstone/protocol';
import { plainModelSettings } from '../create-lanes.ts';
import type { DetectedLane } from '../detect/detected-lane.ts';
import { createEmbeddedLane } from '../embedded/embedded-lane.ts';
import type { Llama, LlamaModule } from '../embedded/llama.ts';
import type { LaneConfig } from '../wire/lane-config.ts';
import type { ShapedLane } from '../wire/wire-lane.ts';

const version = '3.21.1';
/** Without the optional packages: they are builds for every system and graphics card, 650 MB of them. */
const npmOptions = ['--save-exact', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];

export interface InstallAddonOptions {
  /** The add-on's own directory, such as `<data dir>/addons/llama`. */
  readonly dir: string;
  /** The npm to run. */
  readonly npm?: string;
  /** One line of npm's output at a time. */
  readonly onLine?: (line: string) => void;
}

/**
 * Installs node-llama-cpp and its build for this system into a directory of its own: about 85 MB, no scripts, nothing
 * compiled. Call it only with the person's consent. Null when it is there, else what failed.
 */
export async function installEmbeddedAddon(options: InstallAddonOptions, signal: AbortSignal): Promise<Failure | null> {
  const build = platformPackage(process.platform, process.arch);
  if (build === undefined) {
    return {
      code: 'ADDON_NO_BUILD',
      message: `There is no build of the embedded model add-on for ${process.platform} on ${process.arch}`,
      nextStep: 'Use a local server such as Ollama or llama.cpp instead',
    };
  }
  await mkdir(options.dir, { recursive: true });
  // A package of its own, so that npm does not look for one in a directory above.
  const manifest = { name: 'toolstone-addon-llama', private: true, type: 'module' };
  try {
    await writeFile(join(options.dir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' });
  } catch {
    // It is there from an earlier installation; one that cannot be written fails below, in npm's words.
  }
  for (const name of [`node-llama-cpp@${version}`, `${build}@${version}`]) {
    const problem = await runNpm(options, name, signal);
    if (problem !== undefined) return noInstall(problem);
  }
  return (await isEmbeddedAddonInstalled(options.dir)) ? null : noInstall('npm reported success, but it is not there');
}

function noInstall(why: string): Failure {
  return {
    code: 'ADDON_NOT_INSTALLED',
    message: `The add-on for embedded models could not be installed: ${why}`,
    nextStep: 'Check that npm runs and can reach its registry, then try again',
  };
}

/** Undefined where nobody builds it for the system. */
export function platformPackage(platform: string, arch: string): string | undefined {
  const builds: Readonly<Record<string, string>> = {
    'linux x64': 'linux-x64',
    'linux arm64': 'linux-arm64',
    'linux arm': 'linux-armv7l',
    'linux riscv64': 'linux-riscv64',
    'darwin arm64': 'mac-arm64-metal',
    'darwin x64': 'mac-x64',
    'win32 x64': 'win-x64',
    'win32 arm64': 'win-arm64',
  };
  const build = builds[`${platform} ${arch}`];
  return build === undefined ? undefined : `@node-llama-cpp/${build}`;
}

function runNpm(options: InstallAddonOptions, name: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(options.npm ?? 'npm', ['install', ...npmOptions, name], {
      cwd: options.dir,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let last = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.split('\n').filter((piece) => piece.trim() !== '')) {
          last = line.trim();
          options.onLine?.(last);
        }
      });
    }
    child.once('error', (error) => {
      if (signal.aborted) reject(signal.reason);
      else resolve(error.message);
    });
    child.once('close', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}: ${last}`));
  });
}

const entryOf = (dir: string) => join(dir, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');

export async function isEmbeddedAddonInstalled(dir: string): Promise<boolean> {
  return access(entryOf(dir)).then(
    () => true,
    // Not there is the usual answer.
    () => false,
  );
}

export interface EmbeddedLoader {
  /** For `createLanes`. Nothing is loaded before the first request. */
  readonly load: (config: LaneConfig) => Promise<ShapedLane>;
  /** Lets go of every loaded model. */
  close(): Promise<void>;
}

/** Lanes of embedded models, with the add-on in `dir`. */
export function createEmbeddedLoader(dir: string): EmbeddedLoader {
  const loaded = new Set<Llama>();
  // Half of what is there: its threads wait by spinning, and the tools need the rest.
  const threads = Math.max(1, Math.floor(availableParallelism() / 2));
  return {
    async load(config) {
      return createEmbeddedLane(config, {
        // The module has been installed at this version, whose types are told in llama.ts.
        module: async () => (await import(pathToFileURL(entryOf(dir)).href)) as LlamaModule,
        threads,
        onLoaded: (llama) => loaded.add(llama),
      });
    },
    async close() {
      await Promise.all([...loaded].map((llama) => llama.dispose()));
      loaded.clear();
    },
  };
}

/** The first model file of a directory, if the add-on is installed: the last resort of detection. */
export async function findEmbeddedModel(addonDir: string, modelsDir: string): Promise<DetectedLane | undefined> {
  if (!(await isEmbeddedAddonInstalled(addonDir))) return undefined;
  const names = await readdir(modelsDir).catch((): string[] => []);
  const file = names.filter((name) => name.toLowerCase().endsWith('.gguf')).sort()[0];
  if (file === undefined) return undefined;
  const path = join(modelsDir, file);
  const model = basename(file).replace(/\.gguf$/i, '');
  return {
    name: 'embedded',
    settings: plainModelSettings('embedded', model, { path }),
    how: `${path} with the embedded model add-on`,
  };
}
