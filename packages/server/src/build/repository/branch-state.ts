import { findRef } from '../branch-head.ts';
import type { RefChange } from './ref-changes.ts';

/** The state of a branch. A change names the state that it rests on, and is refused where that has passed. */
export interface BranchState {
  readonly name: string;
  /** Its newest commit. */
  readonly head: string;
  /** A commit with what was saved on the branch and not committed yet; absent where all is committed. */
  readonly draft?: string;
  /** The other side of a merge into the branch that had conflicts, until the next commit. */
  readonly conflict?: string;
}

const FOLDERS = { head: 'refs/heads/', draft: 'refs/drafts/', conflict: 'refs/conflicts/' } as const;
type Part = keyof typeof FOLDERS;

/** Where refs of branches lie. Of these only the first is shown to git clients. */
export const branchRefs: readonly string[] = Object.values(FOLDERS);

/** What a branch shows: its draft, or its newest commit. */
export function shownCommit({ head, draft }: Pick<BranchState, 'head' | 'draft'>): string {
  return draft ?? head;
}

/** Reads the state of a branch without starting a process; undefined where there is no such branch. */
export async function findBranchState(directory: string, name: string): Promise<BranchState | undefined> {
  const { head, ...parts } = await findBranchParts(directory, name);
  return head === undefined ? undefined : { name, head, ...parts };
}

/** What there is of a branch, also where it has no head any more. */
export async function findBranchParts(
  directory: string,
  name: string,
): Promise<Partial<Omit<BranchState, 'name'>>> {
  const read = (part: Part) => findRef(directory, FOLDERS[part] + name);
  const [head, draft, conflict] = await Promise.all([read('head'), read('draft'), read('conflict')]);
  return withoutAbsent({ head, draft, conflict });
}

/** The states of all branches by name, from their refs. */
export function branchStates(refs: ReadonlyMap<string, string>): BranchState[] {
  return [...refs].flatMap(([ref, head]) => {
    if (!ref.startsWith(FOLDERS.head)) return [];
    const name = ref.slice(FOLDERS.head.length);
    const [draft, conflict] = [refs.get(FOLDERS.draft + name), refs.get(FOLDERS.conflict + name)];
    return [{ name, head, ...withoutAbsent({ draft, conflict }) }];
  });
}

/** The refs that bring a branch from one state to another; those that stay are compared. */
export function refChanges(
  name: string,
  from: Partial<BranchState> | undefined,
  to: Partial<BranchState> | undefined,
): RefChange[] {
  return (['head', 'draft', 'conflict'] as const)
    .map((part) => ({ ref: FOLDERS[part] + name, from: from?.[part], to: to?.[part] }))
    .filter(({ ref, from: before, to: after }) => ref.startsWith(FOLDERS.head) || before !== after);
}

function withoutAbsent<Name extends string>(
  parts: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> {
  const present = Object.entries(parts).filter(([, commit]) => commit !== undefined);
  // The names are those of the parts.
  return Object.fromEntries(present) as Partial<Record<Name, string>>;
}
