import type { ModelFile } from '@oriel/semantic';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBranchHead } from './branch-head.ts';
import { git } from './git.ts';

/** Who a commit is by. */
export interface Author {
  name: string;
  email: string;
}

/** A commit to write. */
export interface Commit {
  branch: string;
  message: string;
  author: Author;
  /** Every file of the branch after the commit; what is not listed is removed. */
  files: readonly ModelFile[];
}

/** The data model of one deployment: a bare git repository, read and written without a work tree. */
export interface ModelRepository {
  /** The newest commit of a branch; undefined where there is no such branch. */
  findHead(branch: string): Promise<string | undefined>;
  /** Every file at a commit. */
  readFiles(commit: string): Promise<ModelFile[]>;
  /** Answers with the hash of the new commit. */
  commit(commit: Commit): Promise<string>;
}

/** Where the repository of a deployment lies, whether it has been made or not. */
export function modelDirectory(dataDir: string, deploymentId: number): string {
  return join(dataDir, 'deployments', String(deploymentId), 'model.git');
}

/** What a commit says of itself. */
export interface CommitInfo {
  /** Hash of its files. */
  treeHash: string;
  /** ISO 8601 in UTC. */
  committedAt: string;
}

/** Reads what a commit of a deployment's repository says of itself. */
export async function readCommit(dataDir: string, deploymentId: number, commit: string): Promise<CommitInfo> {
  const args = ['show', '--no-patch', '--format=%T %ct', commit];
  const [treeHash = '', seconds] = (await git(modelDirectory(dataDir, deploymentId), args))
    .toString()
    .trim()
    .split(' ');
  return { treeHash, committedAt: new Date(Number(seconds) * 1000).toISOString() };
}

/** Deletes the repository of a deployment with everything beside it; nothing where there is none. */
export async function removeModelRepository(dataDir: string, deploymentId: number): Promise<void> {
  await rm(dirname(modelDirectory(dataDir, deploymentId)), { recursive: true, force: true });
}

/** Opens the repository of a deployment, making it where there is none. */
export async function openModelRepository(dataDir: string, deploymentId: number): Promise<ModelRepository> {
  const directory = modelDirectory(dataDir, deploymentId);
  if (!(await stat(join(directory, 'HEAD')).catch(() => undefined))) {
    await mkdir(directory, { recursive: true });
    await git(directory, ['init', '--bare', '--quiet', '--initial-branch=master']);
  }
  const findHead = (branch: string) => findBranchHead(directory, branch);
  return {
    findHead,
    async readFiles(commit) {
      const listing = (await git(directory, ['ls-tree', '-r', '-z', '--name-only', commit])).toString();
      const paths = listing.split('\0').filter(Boolean);
      const contents = splitBatch(
        await git(directory, ['cat-file', '--batch'], paths.map((path) => `${commit}:${path}\n`).join('')),
      );
      return paths.map((path, index) => ({ path, content: contents[index] ?? '' }));
    },
    async commit({ branch, message, author, files }) {
      await git(
        directory,
        ['fast-import', '--quiet', '--force'],
        toFastImport({ branch, message, author, files }),
      );
      const head = await findHead(branch);
      if (head === undefined) throw new Error(`The commit on ${branch} has left no branch behind`);
      return head;
    },
  };
}

/** Each object comes as a line `<hash> blob <size>`, its bytes and a line feed. */
function splitBatch(output: Buffer): string[] {
  const contents: string[] = [];
  for (let position = 0; position < output.length;) {
    const lineEnd = output.indexOf('\n', position);
    const size = Number(output.subarray(position, lineEnd).toString().split(' ')[2]);
    contents.push(output.subarray(lineEnd + 1, lineEnd + 1 + size).toString());
    position = lineEnd + 1 + size + 1;
  }
  return contents;
}

function toFastImport({ branch, message, author, files }: Commit): Buffer {
  const data = (text: string) =>
    Buffer.concat([Buffer.from(`data ${Buffer.byteLength(text)}\n`), Buffer.from(text), Buffer.from('\n')]);
  const when = `${Math.floor(Date.now() / 1000)} +0000`;
  const head = [
    `commit refs/heads/${branch}\n`,
    `committer ${clean(author.name)} <${clean(author.email)}> ${when}\n`,
  ].map((line) => Buffer.from(line));
  const parts = files.flatMap(({ path, content }) => [
    Buffer.from(`M 100644 inline ${JSON.stringify(path)}\n`),
    data(content),
  ]);
  return Buffer.concat([...head, data(message), Buffer.from('deleteall\n'), ...parts, Buffer.from('\n')]);
}

/** Names cannot hold what ends them. */
function clean(text: string): string {
  return text.replaceAll(/[<>\n\0]/g, ' ').trim();
}
