import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startAppWorld, type AppWorld } from './support/embed-app.ts';

/** The application of an embed tenant: the rooms of the console under the rights of a session in creator mode. */
let world: AppWorld;
before(async () => {
  world = await startAppWorld();
});
after(() => world.close());

const APP = '/embed/d/1/app';

test('ready, then the view of the first page; each page is navigated to and viewed', async () => {
  const { page, frame, events, nextEvent, send, close } = await world.open('ada');
  const ready = await nextEvent('ready');
  assert.deepEqual(ready.payload, {
    embedTenant: 'skyline-travel',
    deploymentId: 1,
    mode: 'signed',
    surface: 'app',
  });
  const view = await nextEvent('view');
  assert.deepEqual(view.payload, { surface: 'app', path: `${APP}/workspace`, title: 'Workspace' });
  await frame.getByRole('list', { name: 'Contents' }).waitFor();
  await page.screenshot({ path: '/tmp/team/shots/app-1.png' });
  assert.equal(await frame.getByRole('link', { name: 'People' }).count(), 0);
  await send('navigate', { path: `${APP}/workspace?search=nothing-has-this-name` });
  await frame.getByText('Nothing found').waitFor();
  assert.deepEqual(await events('error'), []);
  await close();
});
