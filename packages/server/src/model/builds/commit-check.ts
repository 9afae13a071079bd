import type { ConfigurationProblem } from '../../agent-files/agent-configuration.ts';
import { readConfiguration } from '../../agent-files/read-configuration.ts';
import { templateVariables, type ModelCheck, type ModelChecker } from '@oriel/engine';
import { EngineError } from '@oriel/engine/errors';
import type { MemberCatalog } from '@oriel/semantic';
import type { ModelRepository } from '../../build/model-repository.ts';
import { filesBelow } from '../../build/sources/runtime-sources.ts';
import type { Db } from '../../db/database.ts';
import { createDeploymentStore } from '../../deployments/deployment-store.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { createVariableStore } from '../../variables/variable-store.ts';

/** What models are compiled with. */
interface CommitCheckOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly checker: ModelChecker;
}

/** Compiles a commit of a deployment as its runtime does. A model that takes too much has that as its one problem. */
export type CheckCommit = (
  deployment: Pick<DeploymentRef, 'id' | 'tenantId'>,
  repository: Pick<ModelRepository, 'readFiles'>,
  commit: string,
  options?: CommitCheckRequest,
) => Promise<CommitCheck>;

/** What to find out beside the problems. */
interface CommitCheckRequest {
  /** Whether the members of the model are listed; default false. */
  readonly isWithMembers?: boolean;
}

/** What is said of a commit; what is said of a whole model names no file. */
export interface CommitFinding {
  readonly message: string;
  readonly file: string | null;
}

/** What is wrong with a commit, and what of it is none of the model, which is not wrong. */
export interface CommitCheck {
  readonly problems: readonly CommitFinding[];
  readonly warnings: readonly CommitFinding[];
  readonly cubes: number;
  /** Where they were asked for and the commit compiles. */
  readonly members?: MemberCatalog;
}

/** Makes what compiles commits. */
export function createCommitCheck({ db, keyring, checker }: CommitCheckOptions): CheckCommit {
  return async ({ id, tenantId }, repository, commit, { isWithMembers = false } = {}) => {
    const [{ deployProjectRoot }, variables, files] = await Promise.all([
      createDeploymentStore(db).get(tenantId, id),
      createVariableStore(db, keyring).readAll(id),
      repository.readFiles(commit),
    ]);
    const ofProject = filesBelow(deployProjectRoot, files);
    const agents = await readConfiguration(ofProject);
    try {
      const check = toCommitCheck(
        await checker.check({
          files: ofProject,
          environment: templateVariables(variables),
          isWithMembers,
        }),
      );
      return { ...check, problems: [...check.problems, ...agents.problems.map(toProblem)] };
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { problems: [{ message: error.message, file: null }], warnings: [], cubes: 0 };
    }
  };
}

/** A fault of the configuration of agents is told as those of the model are. */
function toProblem({ path, line, message }: ConfigurationProblem): CommitFinding {
  return { file: path, message: `${path}:${line}: ${message}` };
}

function toCommitCheck({ problems, leftOut, ...rest }: ModelCheck): CommitCheck {
  return {
    ...rest,
    warnings: leftOut.map(({ path, message }) => ({ file: path, message })),
    problems: problems.map(({ file, line, column, message, hint }) => ({
      file,
      message: `${file}:${line}:${column}: ${message}${hint === undefined ? '' : ` ${hint}`}`,
    })),
  };
}
