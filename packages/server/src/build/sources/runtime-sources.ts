import { isRefusal, refuse, type ServerBrand } from '@oriel/contract';
import { templateVariables, type RuntimeSource, type RuntimeTarget } from '@oriel/engine';
import type { ModelFile } from '@oriel/semantic';
import { stat } from 'node:fs/promises';
import { bindFirst } from '../../db/bind-first.ts';
import type { Db } from '../../db/database.ts';
import { createFileKeyring, type Keyring } from '../../secrets/keyring.ts';
import type { ProductionCommits } from '../production-commits.ts';
import { createVariableStore } from '../../variables/variable-store.ts';
import { createModelReader } from '../model-reader.ts';
import type { ReadRepository } from '../model-repositories.ts';
import { modelDirectory, openModelRepository } from '../model-repository.ts';
import { findBranchState, shownCommit } from '../repository/branch-state.ts';
import { readSourceConfigs, type SourcePlaces } from './source-configs.ts';
import { variablesOf } from './source-variables.ts';

/** Upper bound of the row limits that a deployment may set. */
const MAX_LIMIT = 1_000_000;

/** Resolves what runtimes start from, and detects when it is outdated. */
interface RuntimeSources {
  /**
   * The model of the branch from git, with what is saved on it and not committed yet; the data sources and limits from
   * the deployment's variables.
   *
   * @throws `branch_not_found`; `unavailable` for a variable that is missing or malformed
   */
  resolve(target: RuntimeTarget): Promise<RuntimeSource>;
  /**
   * Whether a target has changed since it was last resolved: another commit at the head of its branch, other variables
   * or another project root of its deployment, or another data file in the place of an open one. False for a target
   * that was never resolved, or has no data file any more.
   */
  hasChanged(target: RuntimeTarget): Promise<boolean>;
}

/** What the sources of runtimes are found in. */
interface RuntimeSourcesOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly brand: ServerBrand;
  /** Default that of the data folder. */
  readonly keyring?: Keyring;
  /** What the deployed branch is answered by; default its newest commit, whether it compiles or not. */
  readonly production?: ProductionCommits;
  /** Makes what the process of a runtime needs beside its sources, and gives its variables; default nothing. */
  readonly prepareEnvironment?: (target: RuntimeTarget) => Promise<Readonly<Record<string, string>>>;
  /** Where data sources may lie; default anywhere. */
  readonly networks?: SourcePlaces['networks'];
  /** Default anew each time; what is open already knows what was written last. */
  readonly readRepository?: ReadRepository;
}

/** What the parts of the service work with. */
interface RuntimeSourcesNeeds extends Pick<
  RuntimeSourcesOptions,
  'db' | 'dataDir' | 'brand' | 'production' | 'prepareEnvironment' | 'networks' | 'readRepository'
> {
  readonly prepareEnvironment: NonNullable<RuntimeSourcesOptions['prepareEnvironment']>;
  readonly readRepository: ReadRepository;
  readonly variablesOfDeployment: ReturnType<typeof createVariableStore>;
  readonly resolved: Map<string, Resolved>;
  readonly readModel: ReturnType<typeof createModelReader>;
}

/** Makes the sources of runtimes; relative paths of data files are within `dataDir`. */
export function createRuntimeSources({
  db,
  dataDir,
  brand,
  keyring = createFileKeyring(dataDir),
  production,
  prepareEnvironment = async () => ({}),
  networks,
  readRepository = async (deploymentId, work) => work(await openModelRepository(dataDir, deploymentId)),
}: RuntimeSourcesOptions): RuntimeSources {
  const variablesOfDeployment = createVariableStore(db, keyring);
  const resolved = new Map<string, Resolved>();
  const readModel = createModelReader();
  return bindFirst(
    {
      db,
      dataDir,
      brand,
      production,
      prepareEnvironment,
      networks,
      readRepository,
      variablesOfDeployment,
      resolved,
      readModel,
    },
    { resolve, hasChanged },
  );
}

async function resolve(needs: RuntimeSourcesNeeds, target: RuntimeTarget): Promise<RuntimeSource> {
  const { deploymentId, branch } = target;
  // Before all else, so that what changes meanwhile is a change.
  const { projectRoot, version, deployBranch } = await readSettings(needs.db, deploymentId);
  const [{ head, files }, variables] = await Promise.all([
    needs.readRepository(deploymentId, async (repository) => {
      const head = await findServed(needs, target, deployBranch);
      if (head === undefined) throw refuse('branch_not_found', { name: branch });
      return { head, files: await needs.readModel(keyOf(target), repository, head) };
    }),
    needs.variablesOfDeployment.readAll(deploymentId),
  ]);
  const sources = readSourceConfigs(variables, { dataDir: needs.dataDir, networks: needs.networks });
  const processEnvironment = await needs.prepareEnvironment(target);
  const dataFiles = await identifyFiles(sources);
  needs.resolved.set(keyOf(target), { head, dataFiles, version });
  return {
    modelVersion: projectRoot === '' ? head : `${head} ${projectRoot}`,
    files: filesBelow(projectRoot, files),
    sources,
    sourcesVersion: JSON.stringify([...dataFiles]),
    processEnvironment,
    environment: { ...templateVariables(variables), ...processEnvironment },
    brandKey: needs.brand.securityContextKey,
    ...querySettings(variables),
  };
}

async function hasChanged(needs: RuntimeSourcesNeeds, target: RuntimeTarget): Promise<boolean> {
  const last = needs.resolved.get(keyOf(target));
  if (!last) return false;
  // While the database is away nothing is known to have changed.
  const known = await findSettings(needs.db, target.deploymentId).catch(() => undefined);
  if (known && known.version !== last.version) return true;
  const served = known && (await findServed(needs, target, known.deployBranch));
  // A model that is lost is no other one: its last build goes on.
  if (known && served === undefined && (await isLost(needs, target.deploymentId))) return false;
  if (known && served !== last.head) return true;
  for (const [path, known] of last.dataFiles) {
    const now = await identifyFile(path);
    if (now !== undefined && now !== known) return true;
  }
  return false;
}

/** The commit that queries of a branch are answered by; undefined where there is no such branch. */
async function findServed(
  { dataDir, production }: Pick<RuntimeSourcesNeeds, 'dataDir' | 'production'>,
  { deploymentId, branch }: RuntimeTarget,
  deployBranch: string,
) {
  const state = await findBranchState(modelDirectory(dataDir, deploymentId), branch);
  if (!state || !production || branch !== deployBranch) return state && shownCommit(state);
  return (await production.find(deploymentId, branch, state.head)) ?? state.head;
}

function isLost({ readRepository }: Pick<RuntimeSourcesNeeds, 'readRepository'>, deploymentId: number) {
  return readRepository(deploymentId, async () => false).catch((error: unknown) => {
    if (isRefusal(error, 'model_repository_lost')) return true;
    throw error;
  });
}

interface Resolved {
  readonly head: string;
  /** Of the deployment's variables and settings. */
  readonly version: number;
  /** The identity of each data file by path. */
  readonly dataFiles: ReadonlyMap<string, string | undefined>;
}

const keyOf = ({ deploymentId, branch }: RuntimeTarget) => `${deploymentId} ${branch}`;

interface Settings {
  readonly projectRoot: string;
  readonly version: number;
  readonly deployBranch: string;
}

async function readSettings(db: Db, deploymentId: number): Promise<Settings> {
  const settings = await findSettings(db, deploymentId);
  if (!settings) throw refuse('deployment_not_found', { id: deploymentId });
  return settings;
}

/** Undefined for a deployment that is gone. */
async function findSettings(db: Db, deploymentId: number): Promise<Settings | undefined> {
  return db
    .selectFrom('deployments')
    .select(['deployProjectRoot as projectRoot', 'runtimeVersion as version', 'deployBranch'])
    .where('id', '=', deploymentId)
    .executeTakeFirst();
}

/** The files of a folder by their paths in it. */
export function filesBelow(root: string, files: readonly ModelFile[]): readonly ModelFile[] {
  if (root === '') return files;
  const prefix = `${root}/`;
  return files
    .filter(({ path }) => path.startsWith(prefix))
    .map((file) => ({ ...file, path: file.path.slice(prefix.length) }));
}

async function identifyFiles(sources: RuntimeSource['sources']): Promise<Map<string, string | undefined>> {
  const paths = Object.values(sources).flatMap((source) =>
    source.type === 'duckdb' && source.path !== ':memory:' ? [source.path] : [],
  );
  return new Map(await Promise.all(paths.map(async (path) => [path, await identifyFile(path)] as const)));
}

/** Inode, time of change and size: different for another file in its place. Undefined where there is none. */
async function identifyFile(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined);
  return info && `${info.ino} ${info.mtimeMs} ${info.size}`;
}

function querySettings(
  variables: ReadonlyMap<string, string>,
): Pick<RuntimeSource, 'defaultTimezone' | 'defaultLimit' | 'maxLimit'> {
  const settings = variablesOf(variables, 'default');
  const defaultTimezone = settings.find('DEFAULT_TIMEZONE');
  const defaultLimit = settings.findWholeNumber('DB_QUERY_DEFAULT_LIMIT', { min: 1, max: MAX_LIMIT });
  const maxLimit = settings.findWholeNumber('DB_QUERY_LIMIT', { min: 1, max: MAX_LIMIT });
  return {
    ...(defaultTimezone !== undefined && { defaultTimezone }),
    ...(defaultLimit !== undefined && { defaultLimit }),
    ...(maxLimit !== undefined && { maxLimit }),
  };
}
