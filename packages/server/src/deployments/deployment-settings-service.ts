import {
  limits,
  refuse,
  type DeploymentSettings,
  type DeploymentVersion,
  type DeploymentVersionsResponse,
  type FieldIssue,
  type OperationTypes,
  type UpdateDeploymentInput,
} from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import { isBranchName, listBranches } from '../build/branches.ts';
import { checkRecord, noteChangedTag, type RecordCondition } from '../access/record-tag.ts';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import type { DeploymentRef } from '../http/handler.ts';
import { pageOf } from '../paging/page-of-items.ts';
import { version } from '../version.ts';
import { deploymentName } from './deployment-policy.ts';
import { createDeploymentStore, type DeploymentRow } from './deployment-store.ts';
import { PROJECT_ROOT_FAULT, readProjectRoot } from './project-root.ts';
import { toDeployment } from './to-deployment.ts';

/** What the settings of deployments are read from and checked by. */
interface DeploymentSettingsOptions {
  readonly db: Db;
  /** Where the data models lie. */
  readonly dataDir: string;
  readonly engine: Pick<Engine, 'runtimes' | 'invalidate'>;
}

const RELEASE = `v${version}`;

/** What the parts of the service work with. */
interface DeploymentSettingsNeeds extends DeploymentSettingsOptions {
  readonly store: ReturnType<typeof createDeploymentStore>;
}

/** Makes the service of the settings of deployments. */
export function createDeploymentSettingsService({ db, dataDir, engine }: DeploymentSettingsOptions) {
  const store = createDeploymentStore(db);
  return { ...bindFirst({ db, dataDir, engine, store }, { get, update }), listVersions };
}

/** `baseUrl` is where clients reach the server. */
async function get(
  needs: Pick<DeploymentSettingsNeeds, 'engine' | 'store'>,
  { tenantId, id }: DeploymentRef,
  baseUrl: string,
): Promise<DeploymentSettings> {
  return toSettings(needs, await needs.store.get(tenantId, id), baseUrl);
}

/**
 * Changes what is given and answers with all settings; new queries are answered by them.
 *
 * @throws `validation_failed`, `deployment_name_taken`, `deployment_not_found`, `precondition_failed`
 */
async function update(
  needs: Pick<DeploymentSettingsNeeds, 'db' | 'dataDir' | 'engine' | 'store'>,
  { tenantId, id }: DeploymentRef,
  input: UpdateDeploymentInput,
  { baseUrl, condition }: { baseUrl: string; condition: RecordCondition | undefined },
): Promise<DeploymentSettings> {
  const issues = await findIssues(input, {
    hasHost: (host) => needs.store.hasHost(tenantId, host),
    hasBranch: (name) => hasBranch(needs.dataDir, id, name),
  });
  if (issues.length > 0) throw refuse('validation_failed', { count: issues.length }, { issues });
  const row = await needs.db.transaction().execute(async (tx) => {
    const locked = createDeploymentStore(tx);
    const known = await locked.findForUpdate(tenantId, id);
    if (!known) throw refuse('deployment_not_found', { id });
    await checkRecord(tx, condition);
    const values = { ...toValues(input), ...mergeVariables(known, input) };
    const changed = await locked.update(tenantId, id, values).catch((error: unknown) => {
      const { constraint } = error as { constraint?: string };
      throw constraint === 'deployments_tenant_id_name_key'
        ? refuse('deployment_name_taken', { name: input.name ?? '' }, { cause: error })
        : error;
    });
    await noteChangedTag(tx, condition);
    return changed;
  });
  for (const runtime of needs.engine.runtimes())
    if (runtime.deploymentId === id) needs.engine.invalidate(runtime);
  if (!row) throw refuse('deployment_not_found', { id });
  return toSettings(needs, row, baseUrl);
}

/** Deployments run in the server, so there is one version for all. @throws `invalid_cursor` */
function listVersions(
  request: OperationTypes['listDeploymentVersions']['query'],
): Promise<DeploymentVersionsResponse> {
  return pageOf(versions, request, { list: 'versions', keyOf: ({ releaseChannel }) => releaseChannel });
}

function isCold({ engine }: Pick<DeploymentSettingsNeeds, 'engine'>, { id, deployBranch }: DeploymentRow) {
  return !engine
    .runtimes()
    .some(({ deploymentId, branch }) => deploymentId === id && branch === deployBranch);
}

function toSettings(
  needs: Pick<DeploymentSettingsNeeds, 'engine'>,
  row: DeploymentRow,
  baseUrl: string,
): DeploymentSettings {
  return {
    ...toDeployment(row, baseUrl),
    autoDomain: new URL(baseUrl).host,
    customDomain: row.customDomain,
    // What nobody has asked for is where it is.
    cloudProvider: row.cloudProvider ?? 'svccloud',
    creationMethod: row.creationMethod,
    region: row.region,
    targetPlatform: row.targetPlatform,
    isManaged: row.isManaged,
    deployMode: row.deployMode,
    deployBranchName: row.deployBranch,
    deployBranchReadOnly: row.deployBranchReadOnly,
    deployBranchMergeAllowed: row.deployBranchMergeAllowed,
    isDataChatAllowed: row.isDataChatAllowed,
    deployProjectRoot: row.deployProjectRoot,
    repoType: 'git',
    releaseChannel: row.releaseChannel,
    releaseChannelVersion: RELEASE,
    releaseChannelVersionHold: row.releaseChannelVersionHold,
    template: row.template,
    templateVariables: row.templateVariables,
    launchpadTabs: row.launchpadTabs,
    defaultLaunchpadViewGroup: row.defaultLaunchpadViewGroup,
    cspsConfig: row.cspsConfig,
    isCold: isCold(needs, row),
    isSvcSqlEnabled: false,
    isSupportPreAggregations: false,
    svcImageCloud: null,
    svcImageVersion: version,
  };
}

const versions: readonly DeploymentVersion[] = (['latest', 'release'] as const).map((releaseChannel) => ({
  releaseChannel,
  releaseChannelVersion: RELEASE,
  version,
  isCurrent: true,
  isLatestInChannel: true,
}));

/** What the input says about columns of its own; undefined leaves one as it is. */
function toValues(input: UpdateDeploymentInput) {
  const {
    deployBranchName,
    deployProjectRoot,
    releaseChannelVersion: _,
    templateVariables: __,
    ...rest
  } = input;
  const { customDomain, launchpadTabs, defaultLaunchpadViewGroup, cspsConfig, name, ...kept } = rest;
  return {
    ...withoutNull(kept),
    ...(name != null && { name: deploymentName(name) }),
    ...(deployBranchName != null && { deployBranch: deployBranchName }),
    ...(deployProjectRoot != null && { deployProjectRoot: readProjectRoot(deployProjectRoot) ?? '' }),
    ...(customDomain !== undefined && { customDomain: customDomain?.toLowerCase() ?? null }),
    ...(launchpadTabs !== undefined && { launchpadTabs }),
    ...(defaultLaunchpadViewGroup !== undefined && { defaultLaunchpadViewGroup }),
    ...(cspsConfig !== undefined && { cspsConfig: cspsConfig && JSON.stringify(cspsConfig) }),
  };
}

function withoutNull<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  // Only what has a value is left.
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

/** Key by key; a null takes a key away. @throws `validation_failed` for too many */
function mergeVariables(
  { templateVariables: known }: DeploymentRow,
  { templateVariables }: UpdateDeploymentInput,
) {
  if (templateVariables == null) return {};
  const merged = Object.entries({ ...known, ...templateVariables }).filter(([, value]) => value !== null);
  if (merged.length > limits.MAX_SETTINGS_KEYS)
    throw refuse(
      'validation_failed',
      { count: 1 },
      { issues: [issue('templateVariables', `must have at most ${limits.MAX_SETTINGS_KEYS} keys`)] },
    );
  return { templateVariables: JSON.stringify(Object.fromEntries(merged)) };
}

interface Facts {
  hasHost(host: string): Promise<boolean>;
  hasBranch(name: string): Promise<boolean>;
}

async function findIssues(input: UpdateDeploymentInput, facts: Facts): Promise<FieldIssue[]> {
  const { customDomain, deployBranchName, deployProjectRoot, releaseChannelVersion } = input;
  const issues: FieldIssue[] = [];
  if (customDomain != null && !(await facts.hasHost(customDomain.toLowerCase())))
    issues.push(issue('customDomain', 'is a host name of another account'));
  if (deployBranchName != null && !(await facts.hasBranch(deployBranchName)))
    issues.push(issue('deployBranchName', 'must be a branch of the repository'));
  if (deployProjectRoot != null && readProjectRoot(deployProjectRoot) === undefined)
    issues.push(issue('deployProjectRoot', PROJECT_ROOT_FAULT));
  if (releaseChannelVersion != null && ![RELEASE, version].includes(releaseChannelVersion))
    issues.push(issue('releaseChannelVersion', `must be a listed version: ${RELEASE}`));
  return issues;
}

const issue = (path: string, message: string): FieldIssue => ({ path, message });

/** A repository without a commit takes every name that a branch may have. */
async function hasBranch(dataDir: string, deploymentId: number, name: string): Promise<boolean> {
  const branches = (await listBranches(dataDir, deploymentId)) ?? [];
  return branches.length === 0 ? isBranchName(name) : branches.includes(name);
}
