import { git } from '../git.ts';
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
const NO_COMMIT = '0'.repeat(40);

/**
 * Writes what differs from a tree, and a commit of it, with one process however many files there are. No ref changes.
 *
 * @param base the tree, undefined for an empty one
 */
export async function writeChangedTree(
  directory: string,
  base: string | undefined,
  { removed, written }: Pick<ChangedTree, 'removed' | 'written'>,
  { message, author, parents }: NewCommit,
): Promise<string> {
  const [first, ...others] = parents;
  const input: Buffer[] = [
    ...lines(`commit ${SCRATCH_REF}`, 'mark :1', `committer ${identity(author)} ${now()}`),
    ...data(cleanMessage(message)),
    ...lines(...(first === undefined ? [] : [`from ${first}`]), ...others.map((parent) => `merge ${parent}`)),
    ...lines('deleteall', ...(base === undefined ? [] : [`M 040000 ${base} ""`])),
    ...lines(...removed.map((path) => `D ${quote(path)}`)),
    ...written.flatMap(({ path, mode, blob, content }) =>
      content
        ? [...lines(`M ${mode} inline ${quote(path)}`), ...data(content)]
        : lines(`M ${mode} ${blob} ${quote(path)}`),
    ),
    ...lines('', 'get-mark :1', `reset ${SCRATCH_REF}`, `from ${NO_COMMIT}`, '', 'done'),
  ];
  const output = await git(directory, ['fast-import', '--quiet', '--done'], { input });
  return commitIn(output);
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
  return commitIn(await git(directory, args, { input: cleanMessage(message), environment }));
}

function commitIn(output: Buffer): string {
  const commit = output.toString().trim();
  if (!/^[0-9a-f]{40}$/.test(commit))
    throw new Error(`git answers ${JSON.stringify(commit)} in the place of a commit`);
  return commit;
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

const now = () => `${Math.floor(Date.now() / 1000)} +0000`;

/** Names cannot hold what ends them, and git takes none that is nothing but punctuation. */
function cleanAuthor({ name, email }: Author): Author {
  const clean = (text: string) => text.replaceAll(/[<>\p{Cc}]/gu, ' ').trim();
  const isName = /[^\s.,:;<>"\\']/.test(clean(name));
  return { name: isName ? clean(name) : 'Unknown', email: clean(email) };
}

function cleanMessage(message: string): string {
  return message.replaceAll('\0', '');
}
