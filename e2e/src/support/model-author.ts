import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FLIGHTS_FILE = 'model/cubes/flights.yml';

/** Changes the cube of the flights as its author does: in a clone, with git, and pushes. */
export async function commitToModel(dataDir: string, change: (model: string) => string): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'oriel-clone-'));
  const author = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com'];
  const git = (...args: string[]) => promisify(execFile)('git', ['-C', clone, ...author, ...args]);
  await git('clone', '--quiet', join(dataDir, 'deployments/1/model.git'), '.');
  const file = join(clone, FLIGHTS_FILE);
  await writeFile(file, change(await readFile(file, 'utf8')));
  await git('commit', '--quiet', '--all', '--message', 'Change the flights');
  await git('push', '--quiet', 'origin', 'HEAD');
  await rm(clone, { recursive: true });
}
