import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const FLIGHTS_FILE = 'model/cubes/flights.yml';

/** Changes the cube of the flights as its author does: in a clone, with git, and pushes. */
export async function commitToModel(dataDir: string, change: (model: string) => string): Promise<void> {
  await inClone({ dataDir, deploymentId: 1, message: 'Change the flights' }, async (clone) => {
    const file = join(clone, FLIGHTS_FILE);
    await writeFile(file, change(await readFile(file, 'utf8')));
  });
}

/** Puts a file into the model of a deployment in the same way; `path` is that in the repository. */
export async function commitModelFile(
  { dataDir, deploymentId }: { dataDir: string; deploymentId: number },
  path: string,
  content: string,
): Promise<void> {
  await inClone({ dataDir, deploymentId, message: `Add ${path}` }, async (clone) => {
    await mkdir(join(clone, dirname(path)), { recursive: true });
    await writeFile(join(clone, path), content);
  });
}

async function inClone(
  { dataDir, deploymentId, message }: { dataDir: string; deploymentId: number; message: string },
  work: (clone: string) => Promise<void>,
): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'oriel-clone-'));
  const author = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com'];
  const git = (...args: string[]) => promisify(execFile)('git', ['-C', clone, ...author, ...args]);
  await git('clone', '--quiet', join(dataDir, `deployments/${deploymentId}/model.git`), '.');
  await work(clone);
  await git('add', '--all');
  await git('commit', '--quiet', '--message', message);
  await git('push', '--quiet', 'origin', 'HEAD');
  await rm(clone, { recursive: true, maxRetries: 10 });
}
