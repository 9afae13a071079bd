import { withInstalledDatabase } from '@oriel/server/test';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';

/** A viewer types `allowExport=true` into the address of a dashboard. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const query = { measures: ['network.count'], dimensions: ['network.origin_city'] };

async function offersExport(publicId: string, settings?: object): Promise<boolean> {
  const { frame, nextEvent, close } = await world.open(publicId, {
    parameters: '&allowExport=true',
    ...(settings && { session: { settings } }),
  });
  await nextEvent('dashboard-loaded');
  await frame.getByLabel('Options of Cities').click();
  await frame.getByRole('button', { name: 'View as table' }).waitFor();
  const count = await frame.getByRole('button', { name: 'Download as CSV' }).count();
  await close();
  return count > 0;
}

test('the address gives nothing where the session or the account forbids downloads', async () => {
  const { publicId } = await world.publish({
    reports: { cities: { name: 'Cities', query, kind: 'table' } },
    widgets: [{ id: 'cities', type: 'CHART', config: { report: 'cities' } }],
  });
  assert.equal(await offersExport(publicId), true);
  assert.equal(await offersExport(publicId, { allowExport: true }), true);
  assert.equal(await offersExport(publicId, { allowExport: false }), false, 'the session forbids');
  await withInstalledDatabase(world.oriel.dataDir, (db) =>
    db
      .updateTable('tenants')
      .set({ appConfig: JSON.stringify({ restrictDataDownload: true }) })
      .execute(),
  );
  assert.equal(await offersExport(publicId, { allowExport: true }), false, 'the account forbids');
});
