import { bindFirst } from '../../db/bind-first.ts';
import type { BranchState } from './branch-state.ts';
import type { MoveBranch } from './branches.ts';
import { mergeBase, mergeTrees, type ConflictFile, type MergedTree } from './merge-commits.ts';
import { checkSize } from './model-tree.ts';
import type { RepositoryReader } from './repository-reader.ts';
import { writeChangedTree, writeCommit, type CommitText } from './write-commit.ts';

/** What became of a merge or a commit. With conflicts nothing has changed but that they are noted. */
export type MergeResult =
  | { readonly kind: 'unchanged'; readonly branch: BranchState }
  | { readonly kind: 'merged'; readonly branch: BranchState }
  | { readonly kind: 'conflict'; readonly branch: BranchState; readonly files: readonly ConflictFile[] };

/** A merge of a commit into a branch. */
interface Merge extends CommitText {
  /** A commit, such as the head of another branch. */
  readonly from: string;
  readonly into: BranchState;
  /** One commit without the history of the other side; default false. */
  readonly squash?: boolean;
  /** Where only the other side has moved, its commit becomes the head instead of a merge commit; default true. */
  readonly fastForward?: boolean;
  /** Whether conflicts are noted on the branch; default true. */
  readonly notesConflict?: boolean;
}

/** What brings branches together. */
export interface Merges {
  /**
   * Merges a commit into a branch. What was saved there is carried over to the new head. Conflicts are noted on the
   * branch: `commitDraft` with `resolveConflict` then takes the files in question as the branch shows them.
   *
   * @throws `branch_changed`, `model_too_large`
   */
  merge(merge: Merge): Promise<MergeResult>;
  /**
   * Commits what was saved on a branch. Where the branch has moved since, by a push, both are merged; files that both
   * have changed are conflicts, unless `resolveConflict` says that the saved ones hold.
   *
   * @throws `branch_changed`, `model_too_large`
   */
  commitDraft(
    branch: BranchState,
    text: CommitText & { readonly resolveConflict?: boolean },
  ): Promise<MergeResult>;
}

/** What branches are merged in. */
interface MergeOptions {
  readonly directory: string;
  readonly reader: RepositoryReader;
  move: MoveBranch;
}

type MergesNeeds = MergeOptions;

export function createMerges({ directory, reader, move }: MergeOptions): Merges {
  return bindFirst({ directory, reader, move }, { merge, commitDraft });
}

async function merge(
  needs: Pick<MergesNeeds, 'directory' | 'reader' | 'move'>,
  asked: Merge,
): Promise<MergeResult> {
  const { from, into, squash = false, fastForward = true, message, author } = asked;
  const base = await mergeBase(needs.directory, into.head, from);
  if (base === from) return { kind: 'unchanged', branch: into };
  let head = from;
  if (squash || !fastForward || base !== into.head) {
    const { tree, conflicts } = await mergeTrees(needs.directory, into.head, from);
    if (conflicts.length > 0) return conflictOf(needs, asked, conflicts);
    if (squash && tree === (await treeOf(needs, into.head))) return { kind: 'unchanged', branch: into };
    const parents = squash ? [into.head] : [into.head, from];
    head = await writeCommit(needs.directory, tree, { message, author, parents });
  }
  const { draft, conflicts } = await carryDraft(needs, into.draft, head);
  if (conflicts.length > 0) return conflictOf(needs, asked, conflicts);
  return finish(needs, into, { name: into.name, head, ...(draft !== undefined && { draft }) });
}

async function commitDraft(
  needs: Pick<MergesNeeds, 'directory' | 'reader' | 'move'>,
  branch: BranchState,
  { message, author, resolveConflict = false }: CommitText & { readonly resolveConflict?: boolean },
): Promise<MergeResult> {
  const { name, head, draft = head, conflict } = branch;
  const text = { message, author };
  const parents = [head];
  let tree = await treeOf(needs, draft);
  if (draft !== head && !(await needs.reader.readCommit(draft)).parents.includes(head)) {
    const merged = await combine(needs, [draft, head], resolveConflict, text);
    if (merged.conflicts.length > 0) return { kind: 'conflict', branch, files: merged.conflicts };
    tree = merged.tree;
  }
  if (resolveConflict && conflict !== undefined) {
    const ours = await writeCommit(needs.directory, tree, { ...text, parents });
    tree = (await combine(needs, [ours, conflict], true, text)).tree;
    parents.push(conflict);
  }
  if (parents.length === 1 && tree === (await treeOf(needs, head))) {
    const next = { name, head, ...(conflict !== undefined && { conflict }) };
    if (branch.draft !== undefined) await needs.move(name, branch, next);
    return { kind: 'unchanged', branch: next };
  }
  return finish(needs, branch, {
    name,
    head: await writeCommit(needs.directory, tree, { ...text, parents }),
  });
}

async function finish(
  { reader, move }: Pick<MergesNeeds, 'reader' | 'move'>,
  before: BranchState,
  after: BranchState,
): Promise<MergeResult> {
  checkSize(await reader.listTree(after.head));
  await move(before.name, before, after);
  return { kind: 'merged', branch: after };
}

async function conflictOf(
  { move }: Pick<MergesNeeds, 'move'>,
  { from, into, notesConflict = true }: Merge,
  files: readonly ConflictFile[],
): Promise<MergeResult> {
  if (!notesConflict || into.conflict === from) return { kind: 'conflict', branch: into, files };
  const branch = { ...into, conflict: from };
  await move(into.name, into, branch);
  return { kind: 'conflict', branch, files };
}

/** The draft on top of another head. */
async function carryDraft(
  { directory, reader }: Pick<MergesNeeds, 'directory' | 'reader'>,
  draft: string | undefined,
  head: string,
) {
  if (draft === undefined) return { draft: undefined, conflicts: [] };
  const { tree, conflicts } = await mergeTrees(directory, head, draft);
  const { author, message } = await reader.readCommit(draft);
  const carried = await writeCommit(directory, tree, { author, message, parents: [head] });
  return { draft: carried, conflicts };
}

/** Puts two commits together; where `isResolved`, files with conflicts are those of the first. */
async function combine(
  { directory, reader }: Pick<MergesNeeds, 'directory' | 'reader'>,
  [ours, theirs]: readonly [string, string],
  isResolved: boolean,
  text: CommitText,
): Promise<MergedTree> {
  const merged = await mergeTrees(directory, ours, theirs);
  if (!isResolved || merged.conflicts.length === 0) return merged;
  const paths = new Set(merged.conflicts.map(({ path }) => path));
  const written = (await reader.listTree(ours)).filter(({ path }) => paths.has(path));
  const kept = new Set(written.map(({ path }) => path));
  const removed = [...paths].filter((path) => !kept.has(path));
  const commit = { ...text, parents: [ours] };
  const { treeHash } = await writeChangedTree(directory, merged.tree, { removed, written }, commit);
  return { tree: treeHash, conflicts: [] };
}

async function treeOf({ reader }: Pick<MergesNeeds, 'reader'>, commit: string) {
  return (await reader.readCommit(commit)).treeHash;
}
