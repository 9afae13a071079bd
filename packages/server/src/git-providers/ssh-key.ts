import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A key pair as OpenSSH writes it. */
interface SshKey {
  readonly privateKey: string;
  /** One line, as a git host takes it. */
  readonly publicKey: string;
}

/** Generates an Ed25519 key by `ssh-keygen`, which knows the format that its readers expect. */
export async function generateSshKey(comment: string): Promise<SshKey> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-key-'));
  const file = join(folder, 'key');
  try {
    await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', file], {
      env: { PATH: process.env['PATH'] ?? '' },
      timeout: 20_000,
    });
    const [privateKey, publicKey] = await Promise.all([
      readFile(file, 'utf8'),
      readFile(`${file}.pub`, 'utf8'),
    ]);
    return { privateKey, publicKey: publicKey.trim() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
