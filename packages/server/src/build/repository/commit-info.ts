import { git } from '../git.ts';

/** What a commit says of itself. */
export interface CommitInfo {
  readonly commit: string;
  /** Hash of its files. */
  readonly treeHash: string;
  readonly parents: readonly string[];
  /** ISO 8601 in UTC. */
  readonly committedAt: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
}

const FORMAT = ['%H', '%T', '%P', '%ct', '%an', '%ae', '%B'].join('%x00');

/** A commit and what came before it, the newest first, at most so many. */
export async function readCommits(directory: string, commit: string, max: number): Promise<CommitInfo[]> {
  const args = ['log', '-z', `--max-count=${max}`, `--format=tformat:${FORMAT}`, commit, '--'];
  const fields = (await git(directory, args)).toString().split('\0');
  const commits: CommitInfo[] = [];
  for (let at = 0; at + 7 <= fields.length; at += 7) commits.push(toCommit(fields.slice(at, at + 7)));
  return commits;
}

function toCommit(fields: readonly string[]): CommitInfo {
  const [commit = '', treeHash = '', parents = '', seconds, name = '', email = '', message = ''] = fields;
  return {
    commit,
    treeHash,
    parents: parents.split(' ').filter(Boolean),
    committedAt: new Date(Number(seconds) * 1000).toISOString(),
    author: { name, email },
    message: message.trimEnd(),
  };
}
