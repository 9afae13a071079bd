import { defineTables } from '../db/schema/table-rules.ts';
import type { ModelBuildCause, ModelBuildState } from '@oriel/contract';
import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables extends ModelTables {}
}

/** What is kept of data models beside their repositories. */
interface ModelTables {
  modelBranches: {
    id: Generated<number>;
    deploymentId: number;
    name: string;
    /** Null is the branch that is deployed. */
    parentId: number | null;
    isDev: Generated<boolean>;
    ownerId: number | null;
    apiKeyId: number | null;
    isStagingEnabled: Generated<boolean>;
    createdAt: Generated<string>;
  };
  devModes: {
    id: Generated<number>;
    deploymentId: number;
    userId: number;
    /** Null of the console. */
    apiKeyId: number | null;
    branchId: number;
    createdAt: Generated<string>;
  };
  modelUploads: {
    id: string;
    deploymentId: number;
    branch: string;
    baseCommit: string;
    root: string;
    userId: number;
    fileCount: Generated<number>;
    sizeBytes: Generated<number>;
    finishedCommit: string | null;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  modelUploadFiles: { uploadId: string; path: string; hash: string; content: Buffer };
  modelBuilds: {
    id: Generated<number>;
    deploymentId: number;
    branch: string;
    commitId: string;
    runtimeVersion: number;
    cause: ModelBuildCause;
    state: Generated<ModelBuildState>;
    errorText: string | null;
    warningText: string | null;
    isHeld: Generated<boolean>;
    isPruned: Generated<boolean>;
    createdBy: number | null;
    createdAt: Generated<string>;
    finishedAt: string | null;
  };
}

/** What becomes of their rows. */
export const modelTables = defineTables<ModelTables>({
  modelBranches: { audited: { resource: 'branch' } },
  devModes: { audited: { resource: 'devMode' } },
  modelUploads: {
    unaudited: 'The log has the build that a finished upload makes.',
    expires: { key: 'id', when: 'expires_at < now()' },
  },
  modelUploadFiles: { unaudited: 'The log has the build that a finished upload makes.' },
  modelBuilds: { audited: { resource: 'build', kept: ['state', 'errorText', 'finishedAt', 'isPruned'] } },
});
