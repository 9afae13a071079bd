import type {
  CreateDeploymentInputCloudProvider,
  CreateDeploymentInputCreationMethod,
  CreateDeploymentInputDeployMode,
  CspsConfig,
  DeploymentEnvironmentType,
  DeploymentSettings,
  EnvironmentTokenScope,
  ReleaseChannel,
} from '@oriel/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { Json, NullableJson } from './column-types.ts';

/** Deployments with their variables, environments and tokens. */
export interface DeploymentTables {
  deployments: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    creationStep: Generated<string>;
    deployBranch: Generated<string>;
    /** Of a server before secrets were encrypted; see `apiSecrets`. */
    apiSecret: string | null;
    cloudProvider: CreateDeploymentInputCloudProvider | null;
    creationMethod: CreateDeploymentInputCreationMethod | null;
    deployMode: CreateDeploymentInputDeployMode | null;
    isManaged: boolean | null;
    region: string | null;
    targetPlatform: string | null;
    deployProjectRoot: Generated<string>;
    deployBranchReadOnly: Generated<boolean>;
    deployBranchMergeAllowed: Generated<boolean>;
    releaseChannel: Generated<ReleaseChannel>;
    releaseChannelVersionHold: boolean | null;
    template: Generated<DeploymentSettings['template']>;
    templateVariables: Json | null;
    customDomain: string | null;
    defaultLaunchpadViewGroup: string | null;
    launchpadTabs: string[] | null;
    cspsConfig: JSONColumnType<CspsConfig> | null;
    /** Grows with each change of what its runtimes start from besides the data model. */
    runtimeVersion: Generated<number>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
    isDataChatAllowed: Generated<boolean>;
  };
  apiSecrets: { deploymentId: number; encryptedSecret: Buffer; keyId: string };
  deploymentVariables: {
    deploymentId: number;
    name: string;
    /** Of before values were encrypted; a server encrypts it when it starts. */
    value: string | null;
    encryptedValue: Buffer | null;
    keyId: string | null;
  };
  deploymentEnvironments: {
    id: Generated<number>;
    deploymentId: number;
    type: DeploymentEnvironmentType;
    /** Null of production. */
    branch: string | null;
    /** Of development. */
    userId: number | null;
    createdAt: Generated<string>;
  };
  oidcTokenConfigs: {
    id: Generated<number>;
    tenantId: number;
    name: string;
    audienceType: string;
    audience: string;
    subFormat: string | null;
    customClaims: NullableJson<Record<string, unknown>>;
    targetEnvVar: string | null;
    isEnabled: Generated<boolean>;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  workloadTokens: {
    id: string;
    tenantId: number;
    configId: number | null;
    deploymentId: number | null;
    branch: string;
    audience: string;
    subject: string;
    issuedAt: Generated<string>;
    expiresAt: string;
  };
  environmentTokens: {
    id: number;
    deploymentId: number;
    environmentId: number;
    hash: Buffer;
    /** What is shown of it later. */
    ending: string;
    securityContext: Json;
    scopes: EnvironmentTokenScope[];
    createdBy: number;
    createdAt: Generated<string>;
    expiresAt: string;
  };
}
