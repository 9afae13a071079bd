import { refuse, type ServerBrand } from '@oriel/contract';
import type { RuntimeSource, RuntimeTarget } from '@oriel/engine';
import type { Db } from '../db/database.ts';
import { openModelRepository } from './model-repository.ts';
import { readSourceConfigs } from './source-configs.ts';
import { variablesOf } from './source-variables.ts';

/** Rows that the engine gives at most, whatever a deployment says. */
const MAX_LIMIT = 1_000_000;

/** Finds what a runtime runs on: the model of the branch from git, the data sources from the deployment's variables. */
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
    const settings = variablesOf(variables, 'default');
    const defaultTimezone = settings.find('DEFAULT_TIMEZONE');
    const defaultLimit = settings.findWholeNumber('DB_QUERY_DEFAULT_LIMIT', { min: 1, max: MAX_LIMIT });
    const maxLimit = settings.findWholeNumber('DB_QUERY_LIMIT', { min: 1, max: MAX_LIMIT });
    return {
      modelVersion: head,
      files,
      sources: readSourceConfigs(variables, dataDir),
      brandKey: brand.securityContextKey,
      ...(defaultTimezone !== undefined && { defaultTimezone }),
      ...(defaultLimit !== undefined && { defaultLimit }),
      ...(maxLimit !== undefined && { maxLimit }),
    };
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
