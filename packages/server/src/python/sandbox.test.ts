// @alone: it measures and ends processes, and changes the environment.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createPythonSandbox, DEFAULT_SANDBOX_LIMITS } from './sandbox.ts';
import { filterOfSockets } from './system-calls.ts';

const sandbox = createPythonSandbox({ ...DEFAULT_SANDBOX_LIMITS, timeoutMs: 60_000 });
const fault = await sandbox.findFault();
const here = { skip: fault !== undefined && fault };
const run = (script: string, data = '', own = sandbox) => own.run(script, data, new AbortController().signal);

test('without bubblewrap the reason is told', async () => {
  assert.match(
    (await createPythonSandbox(DEFAULT_SANDBOX_LIMITS, '/nowhere').findFault()) ?? '',
    /bubblewrap|Linux/,
  );
});

test('a script reads its data and leaves its output', here, async () => {
  const script = `
import csv, json, sys
rows = list(csv.DictReader(open('data.csv')))
json.dump([{'n': int(row['n']) * 2} for row in rows], open('output.json', 'w'))
print('done'); print('warned', file=sys.stderr)`;
  const { stdout, stderr, output, exitCode } = await run(script, 'n\n1\n2\n');
  assert.deepEqual(JSON.parse(output.toString()), [{ n: 2 }, { n: 4 }]);
  assert.deepEqual([stdout, stderr, exitCode], ['done\n', 'warned\n', 0]);
});

test(
  'a script reaches no network, no file of the server, no environment and no process of others',
  here,
  async () => {
    const script = `
import json, os, socket
found = {}
for name, attempt in {
    'network': lambda: socket.create_connection(('1.1.1.1', 53), 2),
    'loopback': lambda: socket.create_connection(('127.0.0.1', ${process.env['PGPORT'] ?? '5432'}), 2),
    'passwords': lambda: open('/etc/passwd').read(),
    'home': lambda: os.listdir('/root'),
    'temporary': lambda: os.listdir('/tmp'),
    'system': lambda: open('/usr/x', 'w'),
    'data': lambda: open('/run/job/data.csv', 'a'),
    'descriptors': lambda: [os.fstat(d) for d in range(3, 64) if os.path.exists(f'/proc/self/fd/{d}')][0],
    'root': lambda: os.mkdir('/new'),
    'devices': lambda: open('/dev/x', 'w'),
    'shared memory': lambda: open('/dev/shm/x', 'w'),
}.items():
    try:
        attempt()
        found[name] = True
    except Exception as error:
        pass
json.dump([{'found': list(found), 'env': sorted(os.environ), 'processes': len([p for p in os.listdir('/proc') if p.isdigit()]), 'uid': os.getuid()}], open('output.json', 'w'), default=str)`;
    process.env['ORIEL_TEST_SECRET'] = 'secret';
    const { output, stderr } = await run(script);
    const [result] = JSON.parse(output.toString() || '[]') as {
      found: string[];
      env: string[];
      processes: number;
      uid: number;
    }[];
    assert.ok(result, stderr);
    assert.deepEqual(result.found, []);
    assert.ok(!result.env.includes('ORIEL_TEST_SECRET'));
    assert.ok(result.processes <= 3, String(result.processes));
    assert.equal(result.uid, 65_534);
  },
);

test('memory, output and streams are bounded', here, async () => {
  assert.match((await run('x = bytearray(2 * 1024 ** 3)')).stderr, /MemoryError/);
  const flood = await run("import sys\nfor _ in range(2000): sys.stdout.write('x' * 10000)");
  assert.equal(flood.stdout.length, DEFAULT_SANDBOX_LIMITS.maxStreamBytes);
  const large = await run("open('output.json', 'w').write('x' * 5_000_000)");
  assert.equal(large.output.byteLength, DEFAULT_SANDBOX_LIMITS.maxOutputBytes + 1);
  const disk = await run("for i in range(40): open(f'{i}', 'w').write('x' * 8_000_000)");
  assert.notEqual(disk.exitCode, 0);
  const link = await run("import os\nos.symlink('/etc/passwd', 'output.json')");
  assert.equal(link.output.byteLength, 0);
});

test('what goes on for ever is ended, with everything that it has started', here, async () => {
  const own = createPythonSandbox({ ...DEFAULT_SANDBOX_LIMITS, timeoutMs: 4_000 });
  assert.equal((await run('while True: pass', '', own)).isTimedOut, true);
  const forks = 'import os\nwhile True:\n  try: os.fork()\n  except OSError: pass';
  assert.equal((await run(forks, '', own)).isTimedOut, true);
  assert.equal((await run("open('output.json', 'w').write('[]')")).output.toString(), '[]');
});

test('a run that nobody waits for is killed, however far it is', here, async () => {
  const own = createPythonSandbox({ ...MARKED, timeoutMs: 60_000 });
  const once = async (ms: number) => {
    const controller = new AbortController();
    const running = own.run('while True: pass', '', controller.signal);
    setTimeout(() => controller.abort(new Error('gone')), ms);
    await assert.rejects(running, /gone/);
  };
  // While bubblewrap starts, while it builds the sandbox, and while the script runs.
  for (let ms = 0; ms < 40; ms += 2) await once(ms);
  await once(500);
  assert.deepEqual(await processesWith(MARK), []);
});

test(
  'what a script writes without end is read to a bound, and a bomb of processes stops at one',
  here,
  async () => {
    const own = createPythonSandbox({ ...MARKED, timeoutMs: 5_000 });
    const endless = await run("import sys\nwhile True: sys.stderr.write('x' * 65536)", '', own);
    assert.deepEqual(
      [endless.isTimedOut, endless.stderr.length],
      [true, DEFAULT_SANDBOX_LIMITS.maxStreamBytes],
    );
    const counted = await run(
      `
import json, os, time
count = 0
try:
    while count < 1000:
        if os.fork() == 0: time.sleep(60)
        count += 1
except OSError: pass
json.dump([{'count': count}], open('output.json', 'w'))`,
      '',
      own,
    );
    const [{ count } = { count: Number.NaN }] = JSON.parse(counted.output.toString() || '[]') as {
      count: number;
    }[];
    assert.ok(count > 0 && count < 32, String(count));
    // They are not waited for: with the script its sandbox ends.
    assert.deepEqual(await processesWith(MARK), []);
  },
);

test('a script has no rights to gain, and no kernel to ask for more', here, async () => {
  const { output, stderr } = await run(`
import ctypes, json, os
libc = ctypes.CDLL(None, use_errno=True)
found = {}
for name, attempt in {
    'root': lambda: os.setuid(0),
    'mount': lambda: libc.mount(b'none', b'/run/job', b'tmpfs', 0, None) == 0 or 1 / 0,
    'chroot': lambda: os.chroot('/'),
    'name': lambda: libc.sethostname(b'x', 1) == 0 or 1 / 0,
    'raw network': lambda: __import__('socket').socket(17, 3, 3),
}.items():
    try:
        attempt()
        found[name] = True
    except Exception: pass
json.dump([{'found': list(found)}], open('output.json', 'w'))`);
  assert.deepEqual(JSON.parse(output.toString() || '[]'), [{ found: [] }], stderr);
});

/** A bound that only sandboxes of a test here have, which tells their processes from those of others. */
const MARKED = { ...DEFAULT_SANDBOX_LIMITS, maxOutputBytes: 1_234_567 };
const MARK = '1234568';

/** The processes of this machine with an argument. */
async function processesWith(argument: string): Promise<string[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(argument));
}

test('no socket is made that reaches anything, of no kind', here, async () => {
  const { output, stderr } = await run(`
import ctypes, json, socket
libc = ctypes.CDLL(None, use_errno=True)
made = []
for family in range(0, 46):
    for kind in (1, 2, 3, 5, 1 | 0o2000000):
        descriptor = libc.socket(family, kind, 0)
        if descriptor >= 0 or ctypes.get_errno() != 1: made.append([family, kind, ctypes.get_errno()])
for kind in (2, 3, 5):
    try: socket.socketpair(socket.AF_UNIX, kind); made.append(['pair', kind])
    except PermissionError: pass
if libc.syscall(425, 8, ctypes.create_string_buffer(120)) >= 0: made.append('io_uring')
a, b = socket.socketpair()
a.sendall(b'x')
json.dump([{'made': made, 'pair': b.recv(1).decode()}], open('output.json', 'w'))`);
  assert.deepEqual(JSON.parse(output.toString() || '[]'), [{ made: [], pair: 'x' }], stderr);
  assert.equal(filterOfSockets('riscv64'), undefined);
});

test('the data folder is not read, wherever it lies and whatever leads to it', here, async (context) => {
  const parents = ['/usr/local/lib', '/usr/share', '/opt', '/home', '/srv', '/var/lib'];
  const { stdout } = spawnSync('/usr/bin/python3', [
    '-I',
    '-c',
    'import sys; print("\\n".join(sys.path[1:]))',
  ]);
  const [modules = ''] = stdout.toString().split('\n');
  const libraries = (await realpath('/usr/bin/python3')).startsWith('/usr') ? [modules, '/usr/lib'] : [];
  const tried: string[] = [];
  for (const parent of [...parents, ...libraries]) {
    const folder = await mkdtemp(join(parent, 'oriel-data-')).catch(() => undefined);
    if (folder === undefined) continue;
    context.after(() => rm(folder, { recursive: true, force: true }));
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'secret.keys'), 'kept secret');
    await chmod(join(folder, 'secret.keys'), 0o644);
    const link = join(parent, `oriel-link-${process.pid}`);
    await symlink(folder, link);
    context.after(() => rm(link, { force: true }));
    tried.push(folder);
    for (const hidden of [folder, link]) {
      const own = createPythonSandbox(DEFAULT_SANDBOX_LIMITS, undefined, [hidden]);
      const script = `
import json, os
found = []
for path in ${JSON.stringify([folder, link])}:
    try: found += os.listdir(path)
    except OSError: pass
    try: open(path + '/x', 'w'); found.append('written')
    except OSError: pass
json.dump([{'found': found}], open('output.json', 'w'))`;
      const { output, stderr } = await run(script, '', own);
      assert.deepEqual(JSON.parse(output.toString() || '[]'), [{ found: [] }], `${folder} ${stderr}`);
    }
  }
  if (tried.length === 0) context.skip('no folder of the system can be written here');
  await assert.rejects(
    run('pass', '', createPythonSandbox(DEFAULT_SANDBOX_LIMITS, undefined, ['/usr'])),
    /no script may read/,
  );
  // What Python needs of the system is there, and nothing else of it.
  const { output } = await run(`
import json, os, ssl, zoneinfo, sqlite3, decimal
json.dump([{'usr': sorted(os.listdir('/usr')), 'top': sorted(os.listdir('/'))}], open('output.json', 'w'))`);
  const [seen] = JSON.parse(output.toString() || '[]') as { usr: string[]; top: string[] }[];
  assert.ok(seen && !['home', 'etc', 'opt', 'root', 'var', 'tmp'].some((name) => seen.top.includes(name)));
  assert.deepEqual(
    seen.usr.filter((name) => !['bin', 'lib', 'lib64', 'local', 'share'].includes(name)),
    [],
  );
});
