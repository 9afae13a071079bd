// MySQL 8.0 of Ubuntu 22.04, which runs on Debian 12 and newer too. Nothing is installed: the packages are fetched and
// checked by apt with lists of its own, and unpacked.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGES = [
  'mysql-server-core-8.0',
  'libaio1',
  'libevent-core-2.1-7',
  'libevent-pthreads-2.1-7',
  'libicu70',
  'libmecab2',
  'libprotobuf-lite23',
  'libssl3',
];
const UBUNTU_KEYS = '/usr/share/keyrings/ubuntu-archive-keyring.gpg';
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** Puts a MySQL into an empty folder. Needs Linux on x86-64 with apt, and the keys of Debian or Ubuntu. */
export async function bring(target) {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync('/usr/bin/apt-get'))
    throw new Error('Needs Linux on x86-64 with apt; elsewhere install MySQL 8 and put mysqld on the PATH');
  const work = await mkdtemp(join(tmpdir(), 'oriel-mysql-packages-'));
  try {
    const keys = existsSync(UBUNTU_KEYS) ? UBUNTU_KEYS : await bringKeys(work);
    const archive = 'http://archive.ubuntu.com/ubuntu';
    await fetchPackages(join(work, 'ubuntu'), PACKAGES, [
      `deb [arch=amd64 signed-by=${keys}] ${archive} jammy main universe`,
      `deb [arch=amd64 signed-by=${keys}] ${archive} jammy-updates main universe`,
    ]);
    await unpack(join(work, 'ubuntu'), target);
  } finally {
    await rm(work, { recursive: true });
  }
}

/** The keys of Ubuntu as Debian has signed them. */
async function bringKeys(work) {
  const folder = join(work, 'keys');
  const source = `deb [signed-by=${DEBIAN_KEYS}] http://deb.debian.org/debian sid main`;
  await fetchPackages(folder, ['ubuntu-keyring'], [source]);
  await unpack(folder, folder);
  return join(folder, UBUNTU_KEYS);
}

async function fetchPackages(folder, names, sources) {
  for (const name of ['lists/partial', 'cache/archives/partial', 'packages'])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, 'sources.list'), `${sources.join('\n')}\n`);
  await writeFile(join(folder, 'status'), '');
  const options = [
    `Dir::Etc::sourcelist=${join(folder, 'sources.list')}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::State::status=${join(folder, 'status')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    'Acquire::Languages=none',
    // The user of apt may not write into the folder of another.
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const run = (...args) =>
    execFileSync('apt-get', [...options, '-q', ...args], { cwd: join(folder, 'packages'), stdio: 'inherit' });
  run('update');
  run('download', ...names);
}

async function unpack(folder, target) {
  for (const name of await readdir(join(folder, 'packages')))
    execFileSync('dpkg-deb', ['-x', join(folder, 'packages', name), target]);
}
