import { QueryRefused } from '../../../query/load-batch.ts';
import { serverFetch } from '../../connection/server-connection.ts';

interface WireSql {
  sql?: { sql?: [string, unknown[]] };
  plan?: string;
  error?: string;
  code?: string;
}

/**
 * The SQL that the server would send to the source and the steps that it has, without asking for the rows.
 *
 * @throws {@link QueryRefused} in the query API's own words
 */
export async function compileQuery(
  deploymentId: number,
  query: object,
  signal?: AbortSignal,
): Promise<{ text: string; values: readonly unknown[]; plan: string }> {
  const response = await serverFetch(`/deployments/${deploymentId}/cubejs-api/v1/sql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
    ...(signal && { signal }),
  });
  const answer = (await response.json().catch(() => ({}))) as WireSql;
  const [text, values = []] = answer.sql?.sql ?? [];
  if (!response.ok || text === undefined)
    throw new QueryRefused(answer.error ?? '', answer.code, response.status);
  return { text, values, plan: answer.plan ?? '' };
}
