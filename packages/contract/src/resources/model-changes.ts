import { signedIn } from '../access.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import { boolean, id, input, nullish, object, optional, text, type Static } from '../schema.ts';
import { branchName, DataModelWriteResponse } from './model-files.ts';

const message = (description: string) => text(description, { example: 'Add quarterly targets' });

export const CommitChangesRequest = input('How the changes of the active branch are committed.', {
  message: nullish(message('What the commit is for; default one that names how many files have changed.')),
  exitDevMode: nullish(boolean('Whether the caller leaves dev mode then; default false.')),
  resolveMergeConflict: nullish(
    boolean(
      'Whether the commit settles the conflict that the last merge or pull of the branch has told: it takes over what the other ' +
        'side has changed, and where both have changed the same, the branch as it is saved now. Default false.',
    ),
  ),
});
export type CommitChangesRequest = Static<typeof CommitChangesRequest>;

export const PullRequest = input('A branch to bring up to date.', {
  branchName: branchName('Name of the branch that the change is on.'),
});
export type PullRequest = Static<typeof PullRequest>;

export const PullResponse = object('A branch was brought up to date.', {
  buildTriggered: boolean('Whether something has changed, so that the branch is built.'),
});
export type PullResponse = Static<typeof PullResponse>;

const branch = {
  branchName: optional(branchName('The branch; default the one that the caller has in dev mode.')),
  branchId: optional(id('The same by its id.')),
};

export const MergeIntoParentBranchRequest = input('A branch to merge into its parent.', {
  ...branch,
  message: nullish(message('Message of the merge; default one that names both branches.')),
  squashCommits: nullish(
    boolean('Whether the parent gets one commit with all changes instead; default false.'),
  ),
  deleteBranch: nullish(boolean('Whether the branch is removed then; default false.')),
  switchToParentBranch: nullish(
    boolean('Whether calls of the caller without a branch are about the parent from then on; default false.'),
  ),
});
export type MergeIntoParentBranchRequest = Static<typeof MergeIntoParentBranchRequest>;

export const MergeToDefaultBranchRequest = input('A branch to merge into the one that is deployed.', {
  ...branch,
  message: message('Message of the merge.'),
  removeBranchAfterMerge: nullish(boolean('Whether the branch is removed then; default false.')),
});
export type MergeToDefaultBranchRequest = Static<typeof MergeToDefaultBranchRequest>;

export const MergeResponse = object('A branch was merged.', {
  merged: boolean('Whether the other branch has changed; false where it had everything.'),
  branchDeleted: boolean('Whether the branch was removed.'),
});
export type MergeResponse = Static<typeof MergeResponse>;

const deployment = '/build/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Data Model');
const access = { ...signedIn, permission: 'SchemaUpdateDevBranches' } as const;

const conflicts =
  'Where both sides have changed the same, the answer is 409 and nothing has changed; `issues` names each file with both ' +
  'sides. Save the branch as it should be, and commit with `resolveMergeConflict`.';
const deployed =
  'Merging into the branch that is deployed needs the permission SchemaUpdate, and that the deployment allows it ' +
  '(`deployBranchMergeAllowed`); into another shared branch SchemaUpdate as well.';
const mergeRefusals = [
  'branch_not_found',
  'branch_is_deployed',
  'branch_of_another',
  'branch_changed',
  'branch_protected',
  'model_too_large',
  'model_file_too_large',
  'merge_conflict',
  'uncommitted_changes',
] as const;

export const modelChangeOperations = {
  commitChanges: operation(`POST ${deployment}/commit`, {
    summary: 'Commit what is saved',
    description:
      'Makes one commit of everything that is saved on the dev-mode branch that the caller has in dev mode, with the caller as ' +
      'its author, and builds it. Where nothing is saved, no commit is made.',
    access,
    body: optionalJson(CommitChangesRequest),
    answer: DataModelWriteResponse,
    refusals: [
      'not_dev_branch',
      'branch_changed',
      'branch_of_another',
      'branch_not_found',
      'merge_conflict',
      'model_too_large',
      'model_file_too_large',
    ],
  }),
  pull: operation(`POST ${deployment}/pull`, {
    summary: 'Bring a branch up to date',
    description: `Merges what the git host has of the branch, where the deployment is connected with one that has it, else what the parent of the branch has. ${conflicts} Changes that are saved and not committed stay saved.`,
    access,
    body: PullRequest,
    answer: PullResponse,
    refusals: [
      'branch_not_found',
      'branch_of_another',
      'branch_changed',
      'merge_conflict',
      'git_remote_failed',
      'model_too_large',
      'model_file_too_large',
    ],
  }),
  mergeIntoParentBranch: operation(`POST ${deployment}/merge`, {
    summary: 'Merge a branch into its parent',
    description: `Brings the commits of a branch into the branch that it was made of, and builds that. ${conflicts} ${deployed}`,
    access,
    body: optionalJson(MergeIntoParentBranchRequest),
    answer: MergeResponse,
    refusals: mergeRefusals,
  }),
  mergeToDefaultBranch: operation(`POST ${deployment}/merge-to-default`, {
    summary: 'Merge a branch into the one that is deployed',
    description: `Brings the commits of a branch into the branch that is deployed, whatever its parent is, and builds that. ${conflicts} ${deployed}`,
    access,
    body: MergeToDefaultBranchRequest,
    answer: MergeResponse,
    refusals: mergeRefusals,
  }),
};
