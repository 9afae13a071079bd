import { git } from '../git.ts';
import type { CommitInfo } from './commit-info.ts';
import type { ChangedTree } from './model-change.ts';

/** Who a commit is by. */
export interface Author {
  name: string;
  email: string;
}

/** What a commit says. */
export interface CommitText {
  readonly message: string;
  readonly author: Author;
}

/** A commit to be written, of which no ref knows yet. */
export interface NewCommit extends CommitText {
  readonly parents: readonly string[];
}

/** Never the name of a ref that stays: the commit is asked for by its mark, and the ref forgotten. */
const SCRATCH_REF = 'refs/oriel/scratch';
/**
 * Forgetting a ref that never was needs no lock: one that is held, or was left by a process that died, costs no time.
 */
const WITHOUT_WAITING = ['-c', 'core.filesRefLockTimeout=0', '-c', 'core.packedRefsTimeout=0'];
const NO_COMMIT = '0'.repeat(40);

/**
 * Writes what differs from a tree, and a commit of it, with one process however many files there are. No ref changes.
 *
 * @param base the tree, undefined for an empty one
 * @returns what {@link readCommits} would read of it
 */
export async function writeChangedTree(
  directory: string,
  base: string | undefined,
  { removed, written }: Pick<ChangedTree, 'removed' | 'written'>,
  { message, author, parents }: NewCommit,
): Promise<CommitInfo> {
  const [first, ...others] = parents;
  const seconds = Math.floor(Date.now() / 1000);
  const input: Buffer[] = [
    ...lines(`commit ${SCRATCH_REF}`, 'mark :1', `committer ${identity(author)} ${seconds} +0000`),
    ...data(cleanMessage(message)),
    ...lines(...(first === undefined ? [] : [`from ${first}`]), ...others.map((parent) => `merge ${parent}`)),
    ...lines('deleteall', ...(base === undefined ? [] : [`M 040000 ${base} ""`])),
    ...lines(...removed.map((path) => `D ${quote(path)}`)),
    ...written.flatMap(({ path, mode, blob, content }) =>
      content
        ? [...lines(`M ${mode} inline ${quote(path)}`), ...data(content)]
        : lines(`M ${mode} ${blob} ${quote(path)}`),
    ),
    ...lines('', 'get-mark :1', 'ls :1 ""', `reset ${SCRATCH_REF}`, `from ${NO_COMMIT}`, '', 'done'),
  ];
  const output = await git(directory, [...WITHOUT_WAITING, 'fast-import', '--quiet', '--done'], { input });
  const [commit = '', root = ''] = output.toString().split('\n');
  return {
    commit: checkId(commit),
    // `<mode> tree <id>\t`
    treeHash: checkId(root.trim().split(' ')[2] ?? ''),
    parents,
    committedAt: new Date(seconds * 1000).toISOString(),
    author: cleanAuthor(author),
    message: cleanMessage(message).trimEnd(),
  };
}

/** Writes a commit of a tree that git has already. No ref changes. */
export async function writeCommit(
  directory: string,
  tree: string,
  { message, author, parents }: NewCommit,
): Promise<string> {
  const { name, email } = cleanAuthor(author);
  const environment = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
  };
  const args = ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])];
  const commit = await git(directory, args, { input: cleanMessage(message), environment });
  return checkId(commit.toString().trim());
}

function checkId(id: string): string {
  if (!/^[0-9a-f]{40}$/.test(id)) throw new Error(`git answers ${JSON.stringify(id)} in the place of an id`);
  return id;
}

function lines(...texts: readonly string[]): Buffer[] {
  return texts.map((text) => Buffer.from(`${text}\n`));
}

function data(content: string | Buffer): Buffer[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return [Buffer.from(`data ${bytes.byteLength}\n`), bytes, Buffer.from('\n')];
}

/** As git quotes a path; in what {@link checkModelPath} lets pass only a quotation mark has to be. */
function quote(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

const identity = (author: Author) => {
  const { name, email } = cleanAuthor(author);
  return `${name} <${email}>`;
};

/** Names cannot hold what ends them, and git takes none that is nothing but punctuation. */
function cleanAuthor({ name, email }: Author): Author {
  const clean = (text: string) => text.replaceAll(/[<>\p{Cc}]/gu, ' ').trim();
  const isName = /[^\s.,:;<>"\\']/.test(clean(name));
  return { name: isName ? clean(name) : 'Unknown', email: clean(email) };
}

function cleanMessage(message: string): string {
  return message.replaceAll('\0', '');
}
