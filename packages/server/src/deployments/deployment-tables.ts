import { defineTables } from '../db/schema/table-rules.ts';
import type {
  CreateDeploymentInputCloudProvider,
  CreateDeploymentInputCreationMethod,
  CreateDeploymentInputDeployMode,
  CspsConfig,
  DeploymentSettings,
  ReleaseChannel,
} from '@oriel/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { Json } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends DeploymentTables {}
}

/** Deployments, with their secrets. */
interface DeploymentTables {
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
}

/** What becomes of their rows. */
export const deploymentTables = defineTables<DeploymentTables>({
  deployments: { audited: { resource: 'deployment', secret: ['apiSecret'], kept: ['runtimeVersion'] } },
  apiSecrets: {
    audited: {
      resource: 'apiSecret',
      key: ['deploymentId'],
      secret: ['encryptedSecret'],
      kept: ['keyId'],
    },
  },
});
