// A Trino of Maven Central without the connectors that no test needs: 820 MB to load, 110 MB to keep.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const VERSION = '476';
const SHA256 = 'cfd5accde17e8ebd251eeeb78aed1f490e77bb3a164d95a0f454bf8a7c1cbd3f';
const PLUGINS = ['memory', 'password-authenticators', 'tpch'];

/** Puts a Trino into an empty folder. Needs Maven, for its mirrors and its proxy, and `tar`. */
export async function bring(target) {
  const scratch = await mkdtemp(join(tmpdir(), 'oriel-trino-archive-'));
  try {
    const artifact = `io.trino:trino-server:${VERSION}:tar.gz`;
    const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${scratch}`];
    // Not in the project's folder, and not into Maven's own: this is wanted once.
    const options = { cwd: scratch, stdio: 'inherit' };
    execFileSync('mvn', ['-q', ...copy, `-Dmaven.repo.local=${join(scratch, 'maven')}`], options);
    const archive = join(scratch, `trino-server-${VERSION}.tar.gz`);
    const hash = createHash('sha256');
    await pipeline(createReadStream(archive), hash);
    if (hash.digest('hex') !== SHA256) throw new Error(`${archive} is not the file that was expected`);
    execFileSync('tar', ['xzf', archive, '--strip-components=1', '-C', target], options);
  } finally {
    await rm(scratch, { recursive: true });
  }
  const plugins = await readdir(join(target, 'plugin'));
  const unused = plugins
    .filter((plugin) => !PLUGINS.includes(plugin))
    .map((plugin) => join('plugin', plugin));
  for (const part of [...unused, 'secrets-plugin']) await rm(join(target, part), { recursive: true });
}
