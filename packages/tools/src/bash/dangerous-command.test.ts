import { parseShellCommand } from '@toolstone/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDanger } from './dangerous-command.ts';
import { looseCommands } from './loose-commands.ts';

const place = { cwd: '/home/ada/project', home: '/home/ada' };

function danger(command: string, cwd = place.cwd): string | undefined {
  const facts = parseShellCommand(command, { ...place, cwd });
  const guarded = facts.syntaxError === undefined ? facts : { commands: looseCommands(command), touches: [] };
  return findDanger(guarded, { command, cwd, home: place.home });
}

describe('findDanger', () => {
  it.each([
    'rm -rf /',
    'rm  -rf   /',
    'rm -r -f /',
    'rm -fr //',
    'rm -Rf /',
    'rm -r /',
    'rm / -rf',
    'rm --recursive --force /',
    'rm --rec --force /',
    'rm -rf --no-preserve-root /',
    'rm -rf -- /',
    'rm -rf /.',
    'rm -rf /../',
    'rm -rf /tmp/../',
    'rm -rf "/"',
    "rm -rf '/'",
    'rm -rf /*',
    'rm -rf "/"*',
    'rm -rf /.* /*',
    'rm -rf /{*,.*}',
    "r''m -rf /",
    '\\rm -rf /',
    '/bin/rm -rf /',
    'sudo rm -rf /',
    'sudo -u root -- rm -rf /',
    'command rm -rf /',
    'env A=b rm -rf /',
    'nohup rm -rf / &',
    'timeout 5 rm -rf /',
    "bash -c 'rm -rf /'",
    `sh -c "sudo bash -c 'rm -rf /'"`,
    "eval 'rm -rf /'",
    'true && rm -rf /',
    'if true; then rm -rf /; fi',
    'echo $(rm -rf /)',
    'cd / && rm -rf *',
    'cd /; rm -rf .',
    'cd .. && cd ../.. && rm -rf ./*',
    'pushd / && rm -rf *',
    'echo / | xargs rm -rf',
    'echo "/*" | sudo xargs -0 rm -r',
    'find / | xargs rm -rf',
    'xargs rm -rf / < list',
    'find / -delete',
    'find / -type f -delete',
    'find / -exec rm -rf {} +',
    'find / -execdir /bin/rm {} ";"',
    'cd / && find . -delete',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf "$HOME"',
    'rm -rf ~/*',
    'rm -rf /home/ada',
    'mkfs /dev/sdb1',
    'mkfs.ext4 -F /dev/nvme0n1p2',
    'sudo mkfs -t ext4 /dev/vda',
    'dd if=/dev/zero of=/dev/sda bs=1M',
    'sudo dd if=image.iso of="/dev/nvme0n1"',
    'dd of=/dev/mapper/root',
    'cat x > /dev/sda',
    'echo x >> /dev/vdb1',
    'yes | sudo tee /dev/sda',
    'cp image.iso /dev/sdb',
    'shred -n 1 /dev/hda',
    'shutdown -h now',
    'sudo reboot',
    'halt -f',
    '/sbin/poweroff',
    'systemctl --no-wall reboot',
    'init 0',
    ':(){ :|:& };:',
    ':() { : | : & } ; :',
    'bomb(){ bomb|bomb& };bomb',
    'mv / /mnt',
    'mv /* /tmp/all',
    'chmod -R 777 /',
    'chmod --recursive 777 //',
    'sudo chown -R me:me /',
    'chgrp -R staff /*',
    'cat /proc/1/environ',
    'cat /proc/self/environ | tr "\\0" "\\n"',
    'cat "/proc/$PPID/environ"',
    'tr "\\0" "\\n" < /proc/self/environ',
    'xxd /proc//42/environ',
    'strings /proc/*/environ',
  ])('refuses %s', (command) => {
    expect(danger(command)).toEqual(expect.any(String));
  });

  it.each([
    'rm -rf /tmp/x',
    'rm -rf /tmp/*',
    'rm -rf build dist',
    'rm -rf ./*',
    'rm -rf *',
    'rm -rf .',
    'rm -rf ~/project/build',
    'rm -rf /home/ada/project/node_modules',
    'rm -rf /var/tmp/..data',
    'rm -f /etc/motd',
    'rm /',
    'rmdir /tmp/x',
    'echo rm -rf /',
    "echo 'rm -rf /'",
    'git commit -m "never run rm -rf /"',
    'grep -rn "rm -rf /" .',
    '# rm -rf /\nls',
    "cat <<'E'\nrm -rf /\nE",
    'cd /tmp && rm -rf *',
    'cd build && rm -rf *',
    'find . -name "*.pyc" -delete',
    'find / -name core -delete',
    'find / -type f',
    'find build -name "*.o" | xargs rm -f',
    'ls | xargs rm -rf',
    'echo asphalt',
    'cat asphalt.txt',
    'make asphalt',
    'echo shutdown',
    'grep -r shutdown src',
    './shutdown-test.sh --now',
    'npm run reboot',
    'shutdown -c',
    'systemctl status halt.target',
    'man mkfs',
    'mkfs.ext4 disk.img',
    'dd if=/dev/zero of=disk.img count=1',
    'dd if=/dev/sda of=backup.img',
    'echo x > /dev/null',
    'ls > /dev/stderr',
    'cp a.txt /dev/stdout',
    'mv a b',
    'mv /tmp/a /',
    'chmod -R u+w /tmp/x',
    'chown -R me .',
    'chmod 755 /',
    'cat /proc/cpuinfo',
    'grep -rn /proc/self/environ src',
    'echo /proc/self/environ',
    'echo ":(){ :|:& };:"',
    'f(){ g|h& };f',
    'python -m http.server',
  ])('lets %s pass', (command) => {
    expect(danger(command)).toBeUndefined();
  });

  it('knows where a relative path leads', () => {
    expect(danger('rm -rf *', '/')).toBe('delete everything under /');
    expect(danger('rm -rf ../../..', '/home/ada/project')).toBe('delete everything under /');
    expect(danger('cd "$SOMEWHERE" && rm -rf *', '/')).toBeUndefined();
  });

  it('still looks at the words of a text that is no shell', () => {
    expect(danger('sudo rm -rf / )) ((')).toBe('delete everything under /');
    expect(danger('echo hello )) ((')).toBeUndefined();
  });

  it('refuses every combination of program, flags and root that means the same', () => {
    const before = fc.constantFrom(
      '',
      'sudo ',
      'env X=1 ',
      'command ',
      'nice -n 5 ',
      'cd /tmp; ',
      'true || ',
      '! ',
      '( ',
      'x=$(',
    );
    const program = fc.constantFrom('rm', '/bin/rm', '/usr/bin/rm', '\\rm', 'r"m"', "'rm'");
    const flags = fc.constantFrom(
      '-rf',
      '-r -f',
      '-fr',
      '-R',
      '--recursive --force',
      '-rvf',
      '-r --no-preserve-root',
      '-f -r -v',
    );
    const root = fc.constantFrom(
      '/',
      '//',
      '/.',
      '/./',
      '"/"',
      "'/'",
      '/*',
      '"/"*',
      '/tmp/..',
      '/../',
      '-- /',
      'a /',
      '/ b',
    );
    const closing: Readonly<Record<string, string>> = { '( ': ' )', 'x=$(': ')' };
    fc.assert(
      fc.property(before, program, flags, root, (start, name, options, target) => {
        const command = `${start}${name} ${options} ${target}${closing[start] ?? ''}`;
        expect([command, danger(command)]).toEqual([command, 'delete everything under /']);
      }),
      { numRuns: 1000 },
    );
  });

  it('has an answer to any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(['string', 'undefined']).toContain(typeof danger(text));
      }),
    );
  });
});
