import { refuse, type ServerBrand } from '@oriel/contract';
import { templateVariables, type RuntimeSource, type RuntimeTarget } from '@oriel/engine';
import { stat } from 'node:fs/promises';
import type { Db } from '../db/database.ts';
import { findBranchHead } from './branch-head.ts';
import { modelDirectory, openModelRepository } from './model-repository.ts';
import { readSourceConfigs } from './source-configs.ts';
import { variablesOf } from './source-variables.ts';

/** Upper bound of the row limits that a deployment may set. */
const MAX_LIMIT = 1_000_000;

/** Resolves what runtimes start from, and detects when it is outdated. */
export interface RuntimeSources {
  /**
   * The model of the branch from git, the data sources and limits from the deployment's variables.
   *
   * @throws `branch_not_found`; `unavailable` for a variable that is missing or malformed
   */
  resolve(target: RuntimeTarget): Promise<RuntimeSource>;
  /**
   * Whether a target has changed since it was last resolved: another commit at the head of its branch, or another data
   * file in the place of an open one. False for a target that was never resolved, or whose data file is gone.
   */
  hasChanged(target: RuntimeTarget): Promise<boolean>;
}

/** Makes the sources of runtimes; relative paths of data files are within `dataDir`. */
export function createRuntimeSources({
  db,
  dataDir,
  brand,
}: {
  db: Db;
  dataDir: string;
  brand: ServerBrand;
}): RuntimeSources {
  const resolved = new Map<string, Resolved>();
  return {
    async resolve(target) {
      const { deploymentId, branch } = target;
      const repository = await openModelRepository(dataDir, deploymentId);
      const head = await repository.findHead(branch);
      if (head === undefined) throw refuse('branch_not_found', { name: branch });
      const [files, variables] = await Promise.all([
        repository.readFiles(head),
        readVariables(db, deploymentId),
      ]);
      const sources = readSourceConfigs(variables, dataDir);
      const dataFiles = await identifyFiles(sources);
      resolved.set(keyOf(target), { head, dataFiles });
      return {
        modelVersion: head,
        files,
        sources,
        sourcesVersion: JSON.stringify([...dataFiles]),
        environment: templateVariables(variables),
        brandKey: brand.securityContextKey,
        ...querySettings(variables),
      };
    },
    async hasChanged(target) {
      const last = resolved.get(keyOf(target));
      if (!last) return false;
      const directory = modelDirectory(dataDir, target.deploymentId);
      if ((await findBranchHead(directory, target.branch)) !== last.head) return true;
      for (const [path, known] of last.dataFiles) {
        const now = await identifyFile(path);
        if (now !== undefined && now !== known) return true;
      }
      return false;
    },
  };
}

interface Resolved {
  readonly head: string;
  /** The identity of each data file by path. */
  readonly dataFiles: ReadonlyMap<string, string | undefined>;
}

const keyOf = ({ deploymentId, branch }: RuntimeTarget) => `${deploymentId} ${branch}`;

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

async function readVariables(db: Db, deploymentId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('deploymentVariables')
    .select(['name', 'value'])
    .where('deploymentId', '=', deploymentId)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}
