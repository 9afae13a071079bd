import { isJsonObject, refuseFields, type Refusal } from '@oriel/contract';
import type { DbtManifest } from '../../db/values/stored-manifest.ts';
import { asObject, asText } from './read-json.ts';
import { readModels } from './read-models.ts';
import { readTests } from './read-tests.ts';

/** Versions of the schema of manifests that say what is read here alike. */
const [OLDEST, NEWEST] = [7, 12];

/**
 * Reads what of a manifest cubes are made from.
 *
 * @param value the content of `target/manifest.json`
 * @throws `validation_failed` for what is no manifest of a version that is known
 * @see https://schemas.getdbt.com/dbt/manifest/v12.json
 */
export function readManifest(value: unknown): DbtManifest {
  const { metadata, nodes, sources, macros } = asObject(value);
  const {
    dbt_schema_version: schema,
    dbt_version: dbtVersion,
    generated_at: generatedAt,
  } = asObject(metadata);
  const version = Number(/\/manifest\/v(\d+)\b/.exec(asText(schema) ?? '')?.[1]);
  if (!(version >= OLDEST && version <= NEWEST))
    throw faultOf(
      `must be a manifest of dbt: metadata.dbt_schema_version names none of the versions ${OLDEST} to ${NEWEST}`,
    );
  if (!isJsonObject(nodes)) throw faultOf('must be a manifest of dbt: it has no nodes');
  const all = Object.values(asObject(nodes)).map(asObject);
  const tests = readTests(all);
  const { models, relationships, notes } = readModels(all, tests);
  return {
    dbtVersion: asText(dbtVersion)?.slice(0, MAX_VERSION_LENGTH),
    generatedAt: toTimestamp(generatedAt),
    stats: {
      models: all.filter((node) => node['resource_type'] === 'model').length,
      sources: Object.keys(asObject(sources)).length,
      macros: Object.keys(asObject(macros)).length,
    },
    models,
    relationships,
    notes,
  };
}

const MAX_VERSION_LENGTH = 100;

function faultOf(message: string): Refusal {
  return refuseFields([{ path: 'manifest', message }]);
}

function toTimestamp(value: unknown): string | undefined {
  const time = new Date(asText(value) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
