import {
  limits,
  refuseFields,
  type DataModelValidationError,
  type DataModelValidationResponse,
  type OperationTypes,
} from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { shownCommit } from '../../build/model-repository.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { orEmpty, type ModelBranches } from '../branches/model-branches.ts';
import { cutText } from '../../cut-text.ts';
import { firstWithin } from '../../paging/within-bytes.ts';
import type { CheckCommit, CommitFinding } from '../builds/commit-check.ts';

/** Makes the check of a branch, as an operation answers it. */
export function createModelValidation(branches: ModelBranches, checkCommit: CheckCommit) {
  /** @throws `branch_not_found`, `not_in_dev_mode`, `validation_failed` */
  return async (
    actor: UserPrincipal,
    deployment: DeploymentRef,
    { branchName, devMode = false }: OperationTypes['validateDataModel']['query'],
  ): Promise<DataModelValidationResponse> => {
    if (devMode && branchName !== undefined)
      throw refuseFields([{ path: 'devMode', message: 'must not be true together with branchName' }]);
    const asked = { branchName: branchName ?? deployment.deployBranch };
    const branch = devMode
      ? await branches.getActive(actor, deployment)
      : await orEmpty({ branchName }, branches.get(deployment.id, asked));
    const { problems, warnings, cubes } = branch
      ? await checkCommit(deployment, branch.repository, shownCommit(branch.state))
      : { problems: [], warnings: [], cubes: 0 };
    const name = branch?.row.name ?? deployment.deployBranch;
    const valid = problems.length === 0;
    return {
      valid,
      errors: toErrors(problems),
      warnings: toErrors(warnings),
      cubesCount: valid ? cubes : null,
      branchName: name,
      deploymentId: deployment.id,
      mode: name === deployment.deployBranch ? 'production' : 'dev_mode',
    };
  };
}

/** What was found in a model, as far as an answer names them. */
export function toErrors(findings: readonly CommitFinding[]): DataModelValidationError[] {
  const errors = findings
    .slice(0, limits.MAX_LIST_ITEMS)
    .map(({ message, file }) => ({ message: cutText(message, limits.MAX_TEXT_LENGTH), fileName: file }));
  return firstWithin(errors, limits.MAX_FINDINGS_BYTES);
}
