import { signedIn } from '../access.ts';
import { MAX_HOST_LENGTH, MAX_LAUNCHPAD_TABS, MAX_NAME_LENGTH, MAX_PATH_LENGTH } from '../limits.ts';
import { operationsTagged, optionalJson } from '../operation.ts';
import {
  boolean,
  describe,
  freeObject,
  input,
  list,
  nullish,
  object,
  oneOf,
  optional,
  pick,
  pickNullish,
  text,
  type Static,
} from '../schema.ts';
import {
  CreateDeploymentInputCloudProvider,
  CreateDeploymentInputCreationMethod,
  CreateDeploymentInputDeployMode,
  Deployment,
} from './deployments.ts';
import { page, pagingOrNull } from '../lists.ts';

const name = (description: string, example?: string) =>
  text(description, { maxLength: MAX_NAME_LENGTH, ...(example !== undefined && { example }) });

export const ReleaseChannel = oneOf('From which releases the version comes.', ['latest', 'release']);
export type ReleaseChannel = Static<typeof ReleaseChannel>;

export const CspsConfig = input(
  'Where a deployment keeps its rollups in storage of its owner. Names, no secrets.',
  {
    enabled: boolean('Whether it is used.'),
    storageProvider: name('Provider of the storage.', 's3'),
    awsRoleArn: nullish(name('Role that is assumed.', 'arn:aws:iam::123456789012:role/rollups')),
    s3Bucket: nullish(name('Name of the S3 bucket.', 'rollups')),
    s3Region: nullish(name('Region of the bucket.', 'eu-central-1')),
    s3Sse: nullish(name('Encryption of the bucket.', 'AES256')),
    gcsBucket: nullish(name('Name of the Google Cloud Storage bucket.', 'rollups')),
    gcpServiceAccountEmail: nullish(
      name('E-mail address of the Google Cloud service account.', 'rollups@example.iam.gserviceaccount.com'),
    ),
    gcpWorkloadIdentityProvider: nullish(name('Workload identity provider.')),
    azureClientId: nullish(name('Client id of the application in Azure.')),
    azureContainer: nullish(name('Name of the Azure Blob container.', 'rollups')),
    azureStorageAccount: nullish(name('Name of the Azure storage account.', 'rollups')),
    azureTenantId: nullish(name('Id of the Azure tenant.')),
  },
);
export type CspsConfig = Static<typeof CspsConfig>;

export const DeploymentSettings = object('Every setting of a deployment. No secrets.', {
  ...pick(Deployment, 'id', 'creationStep', 'deploymentUrl'),
  name: text('Name, which no other deployment of the account has.', {
    minLength: 1,
    maxLength: MAX_NAME_LENGTH,
    example: 'Production',
  }),
  autoDomain: nullish(text('Host name at which the server is reached.', { example: 'oriel.example.com' })),
  customDomain: nullish(
    text(
      'Host name of the account’s own that `deploymentUrl` has; it has to lead to this server, by HTTPS. Null for none.',
      {
        maxLength: MAX_HOST_LENGTH,
        pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$',
        example: 'data.example.com',
      },
    ),
  ),
  cloudProvider: describe(CreateDeploymentInputCloudProvider, 'Where it runs, as it was asked for.'),
  creationMethod: nullish(describe(CreateDeploymentInputCreationMethod, 'Where its model comes from.')),
  region: nullish(name('Region, as it was asked for.', 'local')),
  targetPlatform: nullish(name('Platform, as it was asked for.', 'kubernetes')),
  isManaged: nullish(boolean('Whether others run it, as it was asked for.')),
  deployMode: nullish(
    describe(CreateDeploymentInputDeployMode, 'What brings changes of the model into production.'),
  ),
  deployBranchName: text('The branch that is deployed. It has to be there, unless the repository is empty.', {
    minLength: 1,
    maxLength: MAX_PATH_LENGTH,
    example: 'master',
  }),
  deployBranchReadOnly: boolean('Whether nobody may change that branch by hand.'),
  deployBranchMergeAllowed: boolean('Whether other branches may be merged into it.'),
  isDataChatAllowed: boolean(
    'Whether holders of data tokens with the scope `chat` may ask agents, by the header of the chat API.',
  ),
  deployProjectRoot: text(
    'The folder of the repository that holds the model, such as `analytics/cubes`; empty for the whole repository.',
    { maxLength: MAX_PATH_LENGTH, example: '' },
  ),
  repoType: nullish(
    oneOf('`git`: the model lies in the repository of the deployment.', ['git', 'deployRepo']),
  ),
  releaseChannel: describe(ReleaseChannel, 'Which releases the deployment follows.'),
  releaseChannelVersion: nullish(text('The release that runs.', { example: 'v0.1.0' })),
  releaseChannelVersionHold: nullish(
    boolean('Whether it should stay at that release. Kept; every deployment runs the version of its server.'),
  ),
  template: oneOf('Size of the deployment, as it was asked for.', [
    'single',
    'simpleCluster',
    'multiCluster',
  ]),
  templateVariables: nullish(freeObject('Flags of the deployment by name. Kept as they are sent.')),
  launchpadTabs: nullish(
    list(name('A tab.', 'dashboards'), 'Tabs of its start page; null for the usual ones.', {
      maxItems: MAX_LAUNCHPAD_TABS,
    }),
  ),
  defaultLaunchpadViewGroup: nullish(name('The group of views that its start page begins with.')),
  cspsConfig: nullish(describe(CspsConfig, 'Storage of the owner for rollups. Kept.')),
  isCold: nullish(boolean('Whether no runtime of the deployed branch is up; the next query starts one.')),
  isSvcSqlEnabled: boolean('Whether it takes SQL over the PostgreSQL protocol; not yet.'),
  isSupportPreAggregations: boolean('Whether it builds rollups; not yet.'),
  svcImageCloud: nullish(text('Always null: there is no image apart from the server.')),
  svcImageVersion: nullish(text('Version of the server.', { example: '0.1.0' })),
});
export type DeploymentSettings = Static<typeof DeploymentSettings>;

/** A setting that null takes away. */
const clearable = <K extends keyof typeof DeploymentSettings.properties>(setting: K, description: string) =>
  optional(describe(DeploymentSettings.properties[setting], description));

export const UpdateDeploymentInput = input(
  'Settings to change; what is left out or null stays, unless said otherwise.',
  {
    ...pickNullish(
      DeploymentSettings,
      'name',
      'cloudProvider',
      'creationMethod',
      'region',
      'deployMode',
      'deployBranchName',
      'deployBranchReadOnly',
      'isDataChatAllowed',
      'deployBranchMergeAllowed',
      'deployProjectRoot',
      'releaseChannel',
      'releaseChannelVersionHold',
      'template',
    ),
    releaseChannelVersion: nullish(
      text('A release of `GET …/versions` for the channel, in either form that stands there.', {
        maxLength: MAX_NAME_LENGTH,
      }),
    ),
    templateVariables: nullish(
      freeObject('Merged key by key: others stay, and a key of null is removed. At most 200 keys.'),
    ),
    customDomain: clearable('customDomain', 'Null takes it away.'),
    launchpadTabs: clearable('launchpadTabs', 'Null for the usual ones.'),
    defaultLaunchpadViewGroup: clearable('defaultLaunchpadViewGroup', 'Null for none.'),
    cspsConfig: clearable('cspsConfig', 'Null takes it away.'),
  },
);
export type UpdateDeploymentInput = Static<typeof UpdateDeploymentInput>;

export const DeploymentVersion = object('A version that a deployment may run.', {
  releaseChannel: describe(ReleaseChannel, 'The channel that it is in.'),
  releaseChannelVersion: text('The release, as the settings name it.', { example: 'v0.1.0' }),
  version: text('The version alone.', { example: '0.1.0' }),
  isCurrent: boolean('Whether the deployment runs it.'),
  isLatestInChannel: boolean('Whether the channel has none newer.'),
});
export type DeploymentVersion = Static<typeof DeploymentVersion>;

export const DeploymentVersionsResponse = page(DeploymentVersion);
export type DeploymentVersionsResponse = Static<typeof DeploymentVersionsResponse>;

const deployment = '/api/v1/deployments/{deploymentId}';
const operation = operationsTagged('Deployments');
const access = { ...signedIn, permission: 'DeploymentUpdate' } as const;

export const deploymentSettingsOperations = {
  getDeploymentSettings: operation(`GET ${deployment}/settings`, {
    record: 'deploymentSettings',
    summary: 'Get the settings of a deployment',
    description: 'Every setting, and what is shown beside them. Variables have operations of their own.',
    access,
    answer: DeploymentSettings,
  }),
  updateDeployment: operation(`PUT ${deployment}`, {
    record: 'deploymentSettings',
    summary: 'Change the settings of a deployment',
    description:
      'Changes the settings that are sent and answers with all of them. Another deployed branch or project root holds for ' +
      'the next query.',
    access,
    body: optionalJson(UpdateDeploymentInput),
    answer: DeploymentSettings,
    refusals: ['deployment_name_taken'],
  }),
  listDeploymentVersions: operation(`GET ${deployment}/versions`, {
    summary: 'List the versions of a deployment',
    description:
      'The versions that the deployment may run. Deployments run in the server, so each channel has one: that of the server.',
    access,
    query: pagingOrNull,
    answer: DeploymentVersionsResponse,
    refusals: ['invalid_cursor'],
  }),
};
