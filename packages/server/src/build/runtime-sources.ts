import { refuse, type ServerBrand } from '@oriel/contract';
import type { RuntimeSource, RuntimeTarget } from '@oriel/engine';
import { isAbsolute, join } from 'node:path';
import type { Db } from '../db/database.ts';
import { openModelRepository } from './model-repository.ts';

/**
 * Finds what a runtime runs on: the model of the branch from git, the data sources from the deployment's variables.
 * Relative paths are within the data folder.
 */
export function createRuntimeResolver({
  db,
  dataDir,
  brand,
}: {
  db: Db;
  dataDir: string;
  brand: ServerBrand;
}) {
  return async ({ deploymentId, branch }: RuntimeTarget): Promise<RuntimeSource> => {
    const repository = await openModelRepository(dataDir, deploymentId);
    const head = await repository.findHead(branch);
    if (head === undefined) throw refuse('branch_not_found', { name: branch });
    const [files, variables] = await Promise.all([
      repository.readFiles(head),
      readVariables(db, deploymentId),
    ]);
    const limitOf = (name: string) => (variables.has(name) ? Number(variables.get(name)) : undefined);
    const [defaultTimezone, defaultLimit, maxLimit] = [
      variables.get('CUBEJS_DEFAULT_TIMEZONE'),
      limitOf('CUBEJS_DB_QUERY_DEFAULT_LIMIT'),
      limitOf('CUBEJS_DB_QUERY_LIMIT'),
    ];
    return {
      modelVersion: head,
      files,
      sources: { default: duckDbSource(variables, dataDir) },
      brandKey: brand.securityContextKey,
      ...(defaultTimezone !== undefined && { defaultTimezone }),
      ...(defaultLimit !== undefined && { defaultLimit }),
      ...(maxLimit !== undefined && { maxLimit }),
    };
  };
}

function duckDbSource(
  variables: ReadonlyMap<string, string>,
  dataDir: string,
): RuntimeSource['sources'][string] {
  const type = variables.get('CUBEJS_DB_TYPE') ?? 'duckdb';
  if (type !== 'duckdb')
    throw refuse('unavailable', { reason: `CUBEJS_DB_TYPE is ${type}; this version queries duckdb alone` });
  const path = variables.get('CUBEJS_DB_DUCKDB_DATABASE_PATH') ?? ':memory:';
  const memory = /^(\d+)MB$/i.exec(variables.get('CUBEJS_DB_DUCKDB_MEMORY_LIMIT') ?? '')?.[1];
  return {
    type: 'duckdb',
    path: path === ':memory:' || isAbsolute(path) ? path : join(dataDir, path),
    ...(memory !== undefined && { memoryLimitMb: Number(memory) }),
  };
}

async function readVariables(db: Db, deploymentId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('deployment_variables')
    .select(['name', 'value'])
    .where('deployment_id', '=', deploymentId)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}
