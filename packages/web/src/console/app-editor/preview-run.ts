import { client } from '../api/api.ts';
import type { ConsoleSurface } from '../surface/surface.ts';

/** What was left of a report's Python for all users; the viewer of an embed sees what their own rows make. */
export async function findRun(
  params: { deploymentId: number; reportId: number },
  { kind, timezone }: Pick<ConsoleSurface, 'kind' | 'timezone'>,
  signal: AbortSignal,
) {
  if (kind === 'console') return (await client.call('getReportPython', { params, signal })).result;
  const body = timezone === undefined ? {} : { timezone };
  return client.call('runReportPython', { params, body, signal });
}
