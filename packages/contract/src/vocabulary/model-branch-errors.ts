import { defineError } from './define-error.ts';

/** Refusals of requests about model branches. */
export const modelBranchErrors = {
  branch_name_invalid: defineError<{ name: string }>(
    400,
    ({ name }) =>
      `${JSON.stringify(name)} cannot be the name of a branch; use letters, digits, dashes and slashes`,
  ),
  not_dev_branch: defineError<{ name: string }>(400, ({ name }) => `Branch ${name} is not a dev-mode branch`),
  not_in_dev_mode: defineError(400, () => 'You are not in dev mode; enter it, or name a branch'),
  branch_is_deployed: defineError<{ name: string }>(
    400,
    ({ name }) => `The branch ${JSON.stringify(name)} is the one that is deployed, and has no parent`,
  ),
  not_shared_branch: defineError<{ name: string }>(
    400,
    ({ name }) =>
      `The branch ${JSON.stringify(name)} is deployed or the dev-mode branch of a user; only other branches have a staging environment`,
  ),
  uncommitted_changes: defineError<{ name: string }>(
    400,
    ({ name }) =>
      `The branch ${JSON.stringify(name)} has changes that are saved and not committed; commit them first`,
  ),
  branch_protected: defineError<{ name: string; setting: string }>(
    403,
    ({ name, setting }) =>
      `The branch ${JSON.stringify(name)} is deployed, and the setting ${setting} of the deployment forbids it`,
  ),
  branch_of_another: defineError<{ name: string }>(
    403,
    ({ name }) => `The branch ${JSON.stringify(name)} is the dev-mode branch of another user`,
  ),
  branch_not_found: defineError<{ name: string }>(
    404,
    ({ name }) => `The deployment has no branch ${JSON.stringify(name)}`,
  ),
  merge_conflict: defineError<{ count: number; ours: string; theirs: string }>(
    409,
    ({ count, ours, theirs }) =>
      `${count === 1 ? 'A file was' : `${count} files were`} changed both on ${JSON.stringify(ours)} and on ${JSON.stringify(theirs)}; see issues, ` +
      'save the branch as it should be, and commit with resolveMergeConflict',
  ),
  branch_name_taken: defineError<{ name: string }>(
    409,
    ({ name }) => `A branch named ${JSON.stringify(name)} is already there; choose another name`,
  ),
  branch_changed: defineError<{ name: string }>(
    409,
    ({ name }) =>
      `The branch ${JSON.stringify(name)} was changed meanwhile; get it anew and apply the change to that`,
  ),
  too_many_branches: defineError<{ max: number }>(
    413,
    ({ max }) => `The deployment has its ${max} branches; remove some first`,
  ),
};
