import { limits, type ContentValidationResponse, type OperationTypes } from '@oriel/contract';
import type { MemberCatalog } from '@oriel/semantic';
import { may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { git, GitError } from '../../build/git.ts';
import { shownCommit } from '../../build/model-repository.ts';
import type { Db } from '../../db/database.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { orEmpty, type ModelBranches, type OpenBranch } from '../branches/model-branches.ts';
import { createBuildStore } from '../builds/build-store.ts';
import type { CheckCommit, CommitCheck } from '../builds/commit-check.ts';
import { firstWithin } from '../../paging/within-bytes.ts';
import { toErrors } from '../files/model-validation.ts';
import { checkContent } from './content-check.ts';
import { createContentStore } from './content-store.ts';
import { createMemberCheck } from './member-check.ts';

/** What content is validated with. */
interface ContentValidationOptions {
  readonly db: Db;
  readonly branches: ModelBranches;
  readonly checkCommit: CheckCommit;
}

/**
 * Makes what finds the content that a branch breaks. Nothing is queried: names are compared with two compiled models.
 */
export function createContentValidation({ db, branches, checkCommit }: ContentValidationOptions) {
  const builds = createBuildStore(db);
  const inspect = (
    deployment: DeploymentRef,
    { repository }: OpenBranch,
    commit: string,
  ): Promise<CommitCheck> => checkCommit(deployment, repository, commit, { isWithMembers: true });
  /**
   * Of what production answers by; empty where nothing was built, or it was built with other variables and compiles no
   * more.
   */
  const readProduction = async (deployment: DeploymentRef, branch: OpenBranch): Promise<MemberCatalog> => {
    const serving = await builds.findServing(deployment.id, deployment.deployBranch);
    if (!serving || !(await hasCommit(branch, serving.commitId))) return {};
    return (await inspect(deployment, branch, serving.commitId)).members ?? {};
  };
  /** @throws `branch_not_found` */
  return async (
    actor: UserPrincipal,
    deployment: DeploymentRef,
    { branchName }: OperationTypes['validateContent']['query'],
  ): Promise<ContentValidationResponse> => {
    const branch = await orEmpty({ branchName }, branches.resolve(actor, deployment, { branchName }));
    const name = branch?.row.name ?? deployment.deployBranch;
    if (!branch) return emptyAnswer(name, []);
    const { problems, members = {} } = await inspect(deployment, branch, shownCommit(branch.state));
    if (problems.length > 0) return emptyAnswer(name, problems);
    const production = await readProduction(deployment, branch);
    const { broken, ...counts } = await checkContent({
      store: createContentStore(db, { actor, deploymentId: deployment.id }),
      check: createMemberCheck({ branch: members, production }),
      seesNotifications: may(actor, 'All'),
    });
    const newlyBroken = broken.filter(({ isNew }) => isNew);
    const items = [...newlyBroken, ...broken.filter(({ isNew }) => !isNew)];
    return {
      branchName: name,
      valid: newlyBroken.length === 0,
      errors: [],
      ...counts,
      newlyBrokenCount: newlyBroken.length,
      brokenCount: broken.length,
      items: firstWithin(
        items.slice(0, limits.MAX_LIST_ITEMS).map((item) => ({
          ...item,
          findings: firstWithin(
            item.findings.slice(0, limits.MAX_LIST_ITEMS),
            limits.MAX_ITEM_FINDINGS_BYTES,
          ),
        })),
        limits.MAX_FINDINGS_BYTES,
      ),
    };
  };
}

/** False where the repository was brought back from a time before the build. */
async function hasCommit({ repository }: OpenBranch, commit: string): Promise<boolean> {
  try {
    await git(repository.directory, ['cat-file', '-e', `${commit}^{commit}`]);
    return true;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

/** Of a branch without a model, or with one that does not compile. */
function emptyAnswer(branchName: string, problems: CommitCheck['problems']): ContentValidationResponse {
  return {
    branchName,
    valid: problems.length === 0,
    errors: toErrors(problems),
    checkedCount: 0,
    uncheckedCount: 0,
    newlyBrokenCount: 0,
    brokenCount: 0,
    items: [],
  };
}
