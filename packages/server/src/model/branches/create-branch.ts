import { refuse } from '@oriel/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import { createBranchStore, lockBranches, type BranchRow, type BranchStore } from './branch-store.ts';
import type { OpenBranch } from './model-branches.ts';

/**
 * Creates a branch with its row and its ref, within a transaction. The row comes first: one without a ref is forgotten,
 * and a ref without a row would be a shared branch.
 *
 * @param from what the branch begins as
 * @throws `branch_name_taken`, `branch_name_invalid`, `too_many_branches`
 */
export async function createBranchWithin(
  tx: Transaction<Tables>,
  { repository, state }: Pick<OpenBranch, 'repository' | 'state'>,
  branch: Parameters<BranchStore['insert']>[0],
): Promise<BranchRow> {
  const locked = createBranchStore(tx);
  await lockBranches(tx, branch.deploymentId);
  if (await repository.findBranch(branch.name)) throw refuse('branch_name_taken', { name: branch.name });
  // Of a branch that git has lost without a word.
  const lost = await locked.find(branch.deploymentId, branch.name);
  if (lost) await locked.remove(lost);
  const row = await locked.insert(branch);
  await repository.createBranch(branch.name, state.head);
  return row;
}
