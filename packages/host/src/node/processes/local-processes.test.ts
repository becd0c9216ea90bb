import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment, ProcessStart } from '@toolstone/kernel';
import type { Isolation } from '@toolstone/protocol';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalEnvironment, type LocalEnvironmentOptions } from '../local-environment.ts';
import { bundleFile } from '../workers/bundle-file.test-support.ts';
import { processesConformance } from './processes.conformance.ts';
import { listWithPs, parsePsLine } from './ps-descendants.ts';

const makeDirectory = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'toolstone-processes-')));

const findRunning = async (text: string): Promise<readonly string[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
  return (await Promise.all(lines)).map((line) => line.replaceAll('\0', ' ')).filter((line) => line.includes(text));
};

const setUp = (isolation: Isolation) => async () => {
  const directory = await makeDirectory();
  const { processes } = createLocalEnvironment({ cwd: directory, isolation });
  return { processes, directory, findRunning, remove: () => rm(directory, { recursive: true }) };
};

processesConformance('this machine', setUp('none'));
if (existsSync('/usr/bin/bwrap')) processesConformance('this machine in bubblewrap', setUp('workspace'));

describe('processes of this machine', () => {
  let directory: string;
  let environment: Environment;
  beforeEach(async () => {
    directory = await makeDirectory();
    environment = createLocalEnvironment({ cwd: directory });
  });
  afterEach(() => rm(directory, { recursive: true }));

  const runIn = async ({ processes }: Environment, script: string, changes: Partial<ProcessStart> = {}) => {
    const env = processes.commandEnvironment();
    const running = await processes.start({ run: { script }, cwd: directory, env, ownerScope: 'ws_local', ...changes });
    const chunks: Uint8Array[] = [];
    for await (const { bytes } of running.output) chunks.push(bytes);
    await running.exited;
    return Buffer.concat(chunks).toString();
  };
  const failureOf = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'no failure',
      (error) => `${error.code}: ${error.message.replaceAll(directory, '<tmp>')}. ${error.nextStep}`,
    );

  it('lead a group and a session of their own', async () => {
    const [pid, group, session] = (await runIn(environment, 'ps -o pid=,pgid=,sid= -p $$')).trim().split(/\s+/);
    expect([group, session]).toEqual([pid, pid]);
  });

  it('say which program is missing or may not run', async () => {
    await writeFile(join(directory, 'plain'), 'x');
    const start = (program: string) => runIn(environment, '', { run: { argv: [program] } });
    expect(await failureOf(start('nosuchprogram'))).toMatchInlineSnapshot(
      `"NOT_FOUND: the program nosuchprogram does not exist or is not on the PATH. Check the name, or install the program"`,
    );
    expect(await failureOf(start(join(directory, 'plain')))).toMatchInlineSnapshot(
      `"FORBIDDEN: <tmp>/plain may not be accessed. undefined"`,
    );
    expect(await failureOf(runIn(environment, 'true', { cwd: join(directory, 'gone') }))).toMatchInlineSnapshot(
      `"NOT_FOUND: the working directory <tmp>/gone does not exist. Start the command in a directory that exists"`,
    );
  });

  it('carry the marks of the Toolstone that runs this one', async () => {
    const inner = createLocalEnvironment({
      cwd: directory,
      source: { ...process.env, TOOLSTONE_SCOPE: '0123456789abcdef01234567=ws_outer' },
    });
    const mark = await runIn(inner, 'echo $TOOLSTONE_SCOPE');
    expect(mark).toMatch(/^0123456789abcdef01234567=ws_outer;[0-9a-f]{24}=ws_local\n$/);
  });

  it('end the output even where a process that took off every mark holds the pipe', async () => {
    const evader = [
      'env -i PATH="$PATH" setsid bash -c \'ulimit -S -x unlimited; echo $$ > evader; sleep 86400; true\' &',
      'while [ ! -s evader ]; do sleep 0.01; done',
    ];
    expect(await runIn(environment, `(${evader.join('\n')}); echo done`)).toBe('done\n');
    const pid = Number(await readFile(join(directory, 'evader'), 'utf8'));
    process.kill(-pid, 'SIGKILL');
  });

  describe('when their host ends', () => {
    let fixture: string;
    beforeAll(async () => {
      fixture = fileURLToPath(await bundleFile(new URL('./host.fixture.ts', import.meta.url)));
    });
    const startHost = async (isolation: Isolation, script: string) => {
      const host = spawn(process.execPath, [fixture, directory, isolation, 'ws_crash/r1', script]);
      await once(host.stdout, 'data');
      return host;
    };

    it('end with it, those in sessions of their own too', async () => {
      const tag = `86400.1${process.pid}`;
      const host = await startHost('none', `sleep ${tag} & setsid sleep ${tag} & sleep 0.05; echo exit; wait`);
      if (host.exitCode === null) await once(host, 'exit');
      await expect.poll(() => findRunning(tag)).toEqual([]);
    });

    it('are found and ended by the next one where the host was killed', async () => {
      const tag = `86400.2${process.pid}`;
      const host = await startHost('none', `sleep ${tag} & setsid sleep ${tag} & sleep 0.05; echo ready; wait`);
      host.kill('SIGKILL');
      await once(host, 'exit');
      expect((await findRunning(tag)).length).toBeGreaterThan(0);
      await environment.processes.endScope('ws_crash');
      expect(await findRunning(tag)).toEqual([]);
    });

    if (existsSync('/usr/bin/bwrap')) {
      it('die with a host that was killed where they are isolated', async () => {
        const tag = `86400.3${process.pid}`;
        const host = await startHost('workspace', `setsid sleep ${tag} & echo ready; wait`);
        host.kill('SIGKILL');
        await once(host, 'exit');
        await expect.poll(() => findRunning(tag)).toEqual([]);
      });
    }
  });

  it('are recognised in what ps prints', async () => {
    expect(parsePsLine('  501     1   501 Ss   sleep 5 HOME=/x TOOLSTONE_SCOPE=ab=ws_1;cd=ws_2 TERM=xterm')).toEqual([
      { pid: 501, parent: 1, group: 501, isDead: false, mark: 'ab=ws_1;cd=ws_2' },
    ]);
    expect(parsePsLine('  502   501   501 Z    (sleep)')).toMatchObject([{ isDead: true, mark: '' }]);
    expect(parsePsLine('')).toEqual([]);
    expect(Array.isArray(await listWithPs())).toBe(true);
  });

  if (existsSync('/usr/bin/bwrap')) {
    describe('in bubblewrap', () => {
      const isolated = (options: Partial<LocalEnvironmentOptions> = {}): Environment =>
        createLocalEnvironment({ cwd: join(directory, 'root'), isolation: 'workspace', ...options });
      // Not in a temporary directory, where everything may be written, and a clone may lie in one.
      const outside = join(homedir(), '.cache', `toolstone-outside-${process.pid}`);
      beforeEach(async () => {
        await mkdir(join(directory, 'root'));
        await mkdir(outside, { recursive: true });
      });
      afterEach(() => rm(outside, { recursive: true }));

      it('write in the roots, the temporary directories and those that are listed, and nowhere else', async () => {
        const write = `for to in ${directory}/root /tmp ${outside}/listed ${outside} /etc /usr /var; do
          if touch $to/.toolstone-probe 2>/dev/null; then rm $to/.toolstone-probe; echo yes; else echo no; fi; done`;
        await mkdir(join(outside, 'listed'));
        const environment = isolated({ writable: [join(outside, 'listed')] });
        const answers = (await runIn(environment, write)).trim().split('\n');
        expect(answers).toEqual(['yes', 'yes', 'yes', 'no', 'no', 'no', 'no']);
      });

      it('cannot get round the read-only mounts', async () => {
        await writeFile(join(outside, 'kept'), 'kept');
        const attempts = [
          'mount -o remount,rw /',
          `mount -o remount,bind,rw ${outside}`,
          `umount -l ${outside}`,
          `unshare -Urm sh -c "mount -o remount,bind,rw / && echo broken > ${outside}/kept"`,
          'mknod /tmp/toolstone-disk b 8 0',
          'echo x > /proc/sys/kernel/core_pattern',
          'echo b > /proc/sysrq-trigger',
          `echo broken > ${outside}/kept`,
          `ln -s ${outside}/kept here && echo broken > here`,
          `echo broken > /proc/1/root${outside}/kept`,
        ];
        await runIn(isolated(), attempts.map((attempt) => `(${attempt}) >/dev/null 2>&1`).join('\n'));
        expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('kept');
        expect(existsSync('/tmp/toolstone-disk')).toBe(false);
      });

      it('see no process but their own', async () => {
        const seen = await runIn(isolated(), 'ls /proc | grep -c "^[0-9]"; [ -e /proc/self/fd ] && echo own');
        expect(Number(seen.split('\n')[0])).toBeLessThan(8);
        expect(seen).toContain('own');
      });

      it('have the minimal devices', async () => {
        const { stdout } = { stdout: await runIn(isolated(), 'ls /dev | tr "\\n" " "; echo > /dev/null && echo ok') };
        expect(stdout).toContain('null');
        expect(stdout).toContain('ok');
        expect(stdout).not.toMatch(/\b(sda|vda|nvme|mem|kmsg)/);
      });

      it('reach the network only where it is allowed', async () => {
        const server = createServer((socket) => socket.end('hello\n')).listen(0, '127.0.0.1');
        await once(server, 'listening');
        const address = server.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        const script = `(cat </dev/tcp/127.0.0.1/${port}) 2>/dev/null || echo unreachable`;
        expect(await runIn(isolated(), script)).toBe('hello\n');
        expect(await runIn(isolated(), script, { network: false })).toBe('unreachable\n');
        server.close();
        await once(server, 'close');
      });

      it('write in a root that is reached by a link', async () => {
        await symlink(join(outside, 'real'), join(directory, 'link'));
        await mkdir(join(outside, 'real'));
        const environment = isolated({ roots: [join(directory, 'link')] });
        await runIn(environment, `echo through > ${directory}/link/file`);
        expect(await readFile(join(outside, 'real', 'file'), 'utf8')).toBe('through\n');
      });

      it('write in listed directories of the home', async () => {
        await mkdir(join(outside, '.cache'));
        const environment = isolated({ home: outside, writable: ['~/.cache'] });
        await runIn(environment, `echo cached > ${outside}/.cache/file; echo no > ${outside}/file`);
        expect(await readFile(join(outside, '.cache', 'file'), 'utf8')).toBe('cached\n');
        expect(existsSync(join(outside, 'file'))).toBe(false);
      });

      it('see hidden directories empty', async () => {
        const hidden = join(outside, 'hidden');
        const environment = isolated({ hidden: [hidden] });
        await runIn(environment, 'true');
        // It may come after the first command.
        await mkdir(hidden);
        await writeFile(join(hidden, 'owner.sock'), '');
        expect(await runIn(environment, `ls -A ${hidden} | wc -l`)).toBe('0\n');
      });

      it('are isolated where a start asks for it, and not where it asks for none', async () => {
        const probe = `touch ${outside}/probe 2>/dev/null && echo free || echo isolated`;
        expect(await runIn(environment, probe, { isolation: 'workspace' })).toBe('isolated\n');
        expect(await runIn(isolated(), probe, { isolation: 'none' })).toBe('free\n');
      });

      it('do not run at all where bubblewrap is missing or does not work', async () => {
        const bin = join(directory, 'bin');
        await mkdir(bin);
        const withPath = isolated({ source: { PATH: bin } });
        expect(await failureOf(runIn(withPath, 'touch ran'))).toMatchInlineSnapshot(
          `"UNAVAILABLE: isolation "workspace" needs bubblewrap (bwrap), which is not installed. Install it (apt install bubblewrap, dnf install bubblewrap), or set bash.isolation = "none" in config.toml to run commands without isolation"`,
        );
        await writeFile(join(bin, 'bwrap'), '#!/bin/sh\necho "bwrap: no permission for a namespace" >&2; exit 1\n');
        await chmod(join(bin, 'bwrap'), 0o755);
        expect(await failureOf(runIn(withPath, 'touch ran'))).toMatchInlineSnapshot(
          `"UNAVAILABLE: isolation "workspace" is not possible here: bwrap: no permission for a namespace. Allow user namespaces on this host, or set bash.isolation = "none" in config.toml to run commands without isolation"`,
        );
        expect(existsSync(join(directory, 'ran'))).toBe(false);
        // Installed meanwhile: the same environment finds it.
        await writeFile(join(bin, 'bwrap'), '#!/bin/sh\nexec /usr/bin/bwrap "$@"\n');
        const env = { ...process.env, PATH: process.env['PATH'] ?? '' } as Record<string, string>;
        expect(await runIn(withPath, 'echo works', { env })).toBe('works\n');
      });
    });
  }
});
