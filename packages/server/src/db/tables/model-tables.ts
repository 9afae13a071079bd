import type {
  GitRemoteBranch,
  GitRemoteKind,
  GitRemoteState,
  ModelBuildCause,
  ModelBuildState,
  TransformGeneratedFileContent,
  TransformSyncKeptFile,
  TransformSyncLogEntry,
  TransformSyncRunPhase,
  TransformSyncRunStats,
  TransformSyncRunsQueryTrigger,
} from '@oriel/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { DbtManifest } from '../stored-manifest.ts';
import type { GeneratedColumn, NullableJson } from './column-types.ts';

/** Data models: branches, uploads, builds, and the repositories that they come from. */
export interface ModelTables {
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
  transformSyncs: {
    id: string;
    number: ColumnType<number, never, never>;
    deploymentId: number;
    userId: number | null;
    trigger: TransformSyncRunsQueryTrigger;
    source: 'git' | 'manifest';
    output: 'branch' | 'files';
    gitRef: string | null;
    branch: string;
    makesBranch: boolean;
    status: Generated<'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'>;
    stage: Generated<string>;
    manifest: NullableJson<DbtManifest>;
    stats: GeneratedColumn<TransformSyncRunStats>;
    phases: GeneratedColumn<TransformSyncRunPhase[]>;
    log: GeneratedColumn<TransformSyncLogEntry[]>;
    generated: GeneratedColumn<string[]>;
    kept: GeneratedColumn<TransformSyncKeptFile[]>;
    contents: NullableJson<TransformGeneratedFileContent[]>;
    error: string | null;
    failedPhase: string | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    finishedAt: string | null;
  };
  gitRemotes: {
    deploymentId: number;
    kind: GitRemoteKind;
    url: string;
    username: string | null;
    encryptedSecret: Buffer | null;
    keyId: string | null;
    publicKey: string | null;
    hostKeys: string | null;
    installationId: number | null;
    repositoryId: number | null;
    fullName: string | null;
    state: Generated<GitRemoteState>;
    errorText: string | null;
    branches: JSONColumnType<GitRemoteBranch[], string | undefined, string>;
    failures: Generated<number>;
    attemptedAt: string | null;
    syncedAt: string | null;
    nextSyncAt: Generated<string>;
    claimedUntil: string | null;
    connectedBy: number | null;
    createdAt: Generated<string>;
  };
  gitProviderLinks: {
    userId: number;
    login: string;
    encryptedSecret: Buffer;
    keyId: string;
    createdAt: Generated<string>;
  };
  gitWebhookDeliveries: {
    id: string;
    receivedAt: Generated<string>;
  };
}
