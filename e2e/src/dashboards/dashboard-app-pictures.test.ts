import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exampleFiles, publishApp, type AppBoard } from '../support/app-board.ts';
import { startConnectionListener } from '../support/hosts/connection-listener.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { startForeignHost } from '../support/hosts/foreign-host.ts';
import { hostileApp } from '../support/hostile/hostile-app.ts';
import { CITY } from '../support/hostile/hostile-charts.ts';
import { lookAt } from '../support/browsers/look-at.ts';

/** Pictures and documents of dashboards that are apps, drawn by the server's own browser. */
let world: EmbedWorld;
let workbookId = 0;
before(async () => {
  world = await startEmbedWorld();
  ({ workbookId } = await world.publish({ widgets: [] }));
});
after(() => world.close());

const publish = (board: AppBoard) => publishApp(world.client, { deploymentId: 1, workbookId }, board);

/** Exports as the user of the key, or as a viewer with the token of a session. */
function exportAs(publicId: string, body: object, authorization = `Bearer ${world.oriel.apiKey}`) {
  return fetch(`${world.oriel.url}/api/v1/embed/dashboard/${publicId}/export`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
async function draw(publicId: string, body: object, authorization?: string): Promise<Buffer> {
  const answer = await exportAs(publicId, body, authorization);
  assert.equal(answer.status, 200, answer.ok ? '' : await answer.clone().text());
  return Buffer.from(await answer.arrayBuffer());
}
const page = (script: string) =>
  `<!doctype html><title>App</title><body><script type="module">${script}</script>`;

/** A colour of a picture that only the rows could have made: an app paints it when it has them. */
const PAINTS = `import { load, loaded } from "oriel";
  const { rows } = await load('Flights by city');
  document.body.style.background = rows.length > 1 ? 'rgb(10, 120, 60)' : 'rgb(200, 30, 30)';
  document.body.style.height = '2400px';
  document.body.style.margin = 0;`;

test('an app is drawn as its viewer sees it, as high as it is, when it says that it has loaded', async () => {
  const { publicId } = await publish({
    files: { 'index.html': page(`${PAINTS} await new Promise((end) => setTimeout(end, 400)); loaded();`) },
    widgets: [{ id: 'city', type: 'FILTER', config: { member: CITY, operator: 'equals' } }],
  });
  const viewer = await world.browser.newPage();
  const picture = await lookAt(viewer, await draw(publicId, { format: 'png' }));
  assert.ok(picture.height >= 2400, `${picture.height}`);
  assert.equal(picture.middle, '10,120,60');
  const filters = [{ member: CITY, operator: 'equals', value: ['Nowhere'] }];
  const narrowed = await lookAt(viewer, await draw(publicId, { format: 'png', filters }));
  assert.equal(narrowed.middle, '200,30,30', 'with the filters that were asked for');
  assert.ok(narrowed.height > picture.height, 'and with a line that says them');
  await viewer.close();
});

test('an app that says nothing is drawn after its answers, and the guide’s as a document', async () => {
  const silent = await publish({ files: { 'index.html': page(PAINTS) } });
  const viewer = await world.browser.newPage();
  assert.equal((await lookAt(viewer, await draw(silent.publicId, { format: 'png' }))).middle, '10,120,60');
  await viewer.close();
  const { publicId } = await publish({ files: await exampleFiles() });
  const document = await draw(publicId, { format: 'pdf' });
  assert.equal(document.subarray(0, 5).toString(), '%PDF-');
});

test('viewers who see other rows get other pictures', async () => {
  const { publicId } = await publish({
    files: {
      'index.html': page(`import { load, loaded } from "oriel";
        const { rows } = await load('Flights by city');
        document.body.style.background = 'rgb(0, 0, ' + Math.min(250, rows.length * 10) + ')'; loaded();`),
    },
  });
  const tokenOf = async (states: string[]) => {
    const body = {
      deploymentId: 1,
      externalId: `viewer ${states.join(' ')}`,
      embedTenantName: 'skyline-travel',
      userAttributes: [{ name: 'states', value: states }],
    };
    const { sessionId } = await world.client.call('generateSession', { body });
    const { token } = await world.client.call('postTokenBySessionId', { body: { sessionId } });
    return `Embed-Token ${token}`;
  };
  const viewer = await world.browser.newPage();
  const colors = [];
  for (const states of [['CA', 'WA'], ['none']]) {
    const picture = await draw(publicId, { format: 'png' }, await tokenOf(states));
    colors.push((await lookAt(viewer, picture)).middle);
  }
  await viewer.close();
  assert.equal(colors[1], '0,0,0');
  assert.notEqual(colors[0], colors[1]);
});

test('an app that fails is no picture but the reason', async () => {
  const { publicId } = await publish({
    files: { 'index.html': page("throw new Error('broken <b>bars</b>')") },
  });
  const answer = await exportAs(publicId, { format: 'png' });
  assert.equal(answer.status, 422);
  const { code, message } = (await answer.json()) as { code: string; message: string };
  assert.equal(code, 'export_failed');
  assert.match(message, /the app failed: .*broken <b>bars/);
});

test('an app that never has done is given up after its time', async () => {
  const { publicId } = await publish({
    files: {
      'index.html': page(`parent.postMessage({ id: 1, method: 'state' }, '*'); while (true);`),
    },
  });
  const answer = await exportAs(publicId, { format: 'png' });
  assert.equal(answer.status, 422);
  assert.match(((await answer.json()) as { message: string }).message, /did not say within 45 seconds/);
});

/**
 * Asks all the time until it has said that it has loaded, so that it is drawn no earlier; its errors are no end of it
 * then.
 */
const ASKING = `const askOn = () => parent.postMessage({ id: 'asking', method: 'state' }, '*');
  askOn();
  setInterval(askOn, 50);`;

test('a hostile app gets nothing in the browser of the server either, and sends nothing away', async () => {
  const [foreign, listener] = [await startForeignHost(), await startConnectionListener()];
  const connect = `const connection = new RTCPeerConnection({ iceServers: ${listener.iceServers} });
    connection.createDataChannel('x'); connection.createOffer().then((offer) => connection.setLocalDescription(offer));`;
  const files = hostileApp(foreign.origin, 'http://rendering.invalid');
  const more = `
document.body.style.margin = 0;
for (const path of ['/api/v1/app-config', '/api/v1/embed/session/token', '/deployments/1/cubejs-api/v1/load-batch', '/assets/', '/embed/dashboard/'])
  await attempt('page ' + path, () => fetch('http://rendering.invalid' + path, { method: 'POST', body: '{"queries":[]}' }).then((answer) => answer.text()));
await attempt('the server', () => fetch(${JSON.stringify(world.oriel.url)} + '/healthz').then((answer) => answer.text()));
await attempt('a file of the machine', () => fetch('file:///etc/passwd').then((answer) => answer.text()));
await attempt('metadata', () => fetch('http://169.254.169.254/latest/meta-data').then((answer) => answer.text()));
const inner = document.createElement('iframe');
inner.srcdoc = ${JSON.stringify(`<script>${connect}<`)} + '/script>';
document.body.append(inner);
await new Promise((end) => setTimeout(end, 500));
document.body.innerHTML = '<div style="height: 100vh"></div>';
const gained = Object.entries(tries).filter(([, got]) => got !== 'nothing');
document.body.style.background = gained.length === 0 ? 'rgb(10, 120, 60)' : 'rgb(200, 30, 30)';
parent.postMessage({ method: 'loaded' }, '*');
`;
  // Without the flood of requests, of which the surface's own test says what becomes.
  const main = (files['main.js'] ?? '')
    .replace(/let last = 0;[^]*$/, more)
    .replace(/^parent\.postMessage.*loaded.*$/m, ASKING);
  const { publicId } = await publish({ files: { ...files, 'main.js': main } });
  const viewer = await world.browser.newPage();
  const picture = await lookAt(viewer, await draw(publicId, { format: 'png' }));
  await viewer.close();
  assert.equal(picture.middle, '10,120,60', 'no try has got anything');
  assert.deepEqual(foreign.requests, []);
  assert.deepEqual([...listener.heard], []);
  await foreign.close();
  await listener.close();
});
