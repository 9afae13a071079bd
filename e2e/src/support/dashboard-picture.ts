import assert from 'node:assert/strict';
import type { EmbedWorld } from './embed.ts';

/** The picture, in PNG, that the server draws of a dashboard. */
export async function pictureOfDashboard(
  { client, oriel }: EmbedWorld,
  dashboardPublicId: string,
): Promise<Uint8Array> {
  const params = { deploymentId: 1 };
  const { jobId } = await client.call('startExport', { params, body: { dashboardPublicId, format: 'png' } });
  for (let status = 'pending'; status !== 'completed';) {
    assert.notEqual(status, 'failed');
    await new Promise((resolve) => setTimeout(resolve, 200));
    ({ status } = await client.call('getExportStatus', { params: { ...params, jobId } }));
  }
  const response = await fetch(`${oriel.url}/api/v1/deployments/1/dashboard-exports/${jobId}/download`, {
    headers: { authorization: `Bearer ${oriel.apiKey}` },
  });
  assert.equal(response.status, 200);
  return new Uint8Array(await response.arrayBuffer());
}
