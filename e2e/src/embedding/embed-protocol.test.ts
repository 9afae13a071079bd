import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import type { Board } from '../support/board.ts';
import { startEmbedWorld, type EmbedWorld } from '../support/embed.ts';
import { FLIGHTS, writeFlights } from '../support/small-data.ts';

/** What an embedded dashboard and its host say to each other, message by message as they cross the origins. */
let world: EmbedWorld;
before(async () => {
  world = await startEmbedWorld();
});
after(() => world.close());

const board: Board = {
  title: 'Days',
  reports: {
    byDay: {
      name: 'By day',
      query: {
        measures: ['network.count', 'network.total_distance'],
        timeDimensions: [{ dimension: 'network.departure', granularity: 'day' }],
      },
      kind: 'table',
      spec: { columns: [{ field: 'network.departure.day' }, { field: 'network.count', format: ',.1f' }] },
    },
  },
  widgets: [{ id: 'days', type: 'CHART', config: { report: 'byDay' } }],
};

const days = (frame: FrameLocator) =>
  frame
    .getByRole('region', { name: /rows|Zeilen/ })
    .locator('td')
    .allInnerTexts();
const rows = (frame: FrameLocator, count: number) => frame.getByRole('region', { name: `${count} rows` });

test('the first event is ready, and each comes in its envelope from the origin of the embed', async () => {
  const { publicId } = await world.publish(board);
  const { page, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const heard = await page.evaluate(() => (window as unknown as { heard: object[] }).heard);
  const path = `/embed/dashboard/${publicId}`;
  const common = { source: 'svc-embed', direction: 'event', surface: 'dashboard' };
  const { heights, others } = Object.groupBy(heard, (message) =>
    (message as { type?: string }).type === 'svc:event:height' ? 'heights' : 'others',
  );
  assert.ok(heights);
  const untimed = (others ?? []).map((message) => {
    const { timestamp, origin, payload, ...rest } = message as Record<string, unknown> & {
      timestamp: number;
      payload: Record<string, unknown>;
    };
    assert.equal(origin, new URL(world.oriel.url).origin);
    assert.ok(Number.isInteger(timestamp) && timestamp > Date.UTC(2024, 0));
    const { loadDurationMs, ...known } = payload;
    assert.ok(loadDurationMs === undefined || Number(loadDurationMs) > 0);
    return { ...rest, payload: known };
  });
  assert.deepEqual(untimed, [
    {
      ...common,
      type: 'svc:event:ready',
      payload: {
        surface: 'dashboard',
        embedTenant: 'skyline-travel',
        deploymentId: 1,
        mode: 'signed',
        publicId,
      },
    },
    {
      ...common,
      type: 'svc:event:view',
      payload: { surface: 'dashboard', path, publicId, title: 'Days' },
    },
    { ...common, type: 'svc:event:dashboard-loaded', payload: { publicId, widgetCount: 1 } },
  ]);
  await close();
});

test('actions that arrive before the session is exchanged wait, and take effect in order', async () => {
  const { publicId } = await world.publish(board);
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { frame, send, events, nextEvent, close } = await world.open(publicId, {
    prepare: (page) =>
      void page.route('**/embed/session/token', async (route) => {
        asked.resolve();
        await released.promise;
        await route.continue();
      }),
  });
  // The embed listens before it asks for its token.
  await asked.promise;
  await send('set-color-scheme', { scheme: 'dark' });
  await send('set-color-scheme', { scheme: 'purple' });
  await send('set-color-scheme', { scheme: 'light' });
  await send('set-timezone', { timezone: 'Asia/Tokyo' });
  assert.deepEqual(await events('ready'), []);
  released.resolve();
  await nextEvent('dashboard-loaded');
  await rows(frame, 5).waitFor();
  assert.equal(await frame.locator('html').getAttribute('data-scheme'), 'light');
  assert.equal((await events('error')).length, 1);
  await close();
});

test('a time zone cuts the rows anew', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, close } = await world.open(publicId);
  await rows(frame, 4).waitFor();
  const inUtc = ['Jan 1, 2001', '2.0', 'Jan 2, 2001', '2.0', 'Jan 3, 2001', '2.0', 'Feb 1, 2001', '1.0'];
  assert.deepEqual(await days(frame), inUtc);
  await send('set-timezone', { timezone: 'Asia/Tokyo' });
  await rows(frame, 5).waitFor();
  const inTokyo = ['Jan 1, 2001', '1.0', 'Jan 2, 2001', '3.0', 'Jan 3, 2001', '1.0', 'Jan 4, 2001', '1.0'];
  assert.deepEqual(await days(frame), [...inTokyo, 'Feb 1, 2001', '1.0']);
  await close();
  const byAddress = await world.open(publicId, { parameters: '&timezone=Asia/Tokyo' });
  await rows(byAddress.frame, 5).waitFor();
  await byAddress.close();
});

test('a language writes numbers and dates its own way', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, close } = await world.open(publicId);
  await frame.getByRole('cell', { name: 'Jan 1, 2001' }).waitFor();
  await send('set-locale', { locale: 'de-DE' });
  await frame.getByRole('cell', { name: '01.01.2001' }).waitFor();
  assert.equal((await days(frame))[1], '2,0');
  await close();
});

test('a theme sets colour, font and corners; null gives them back', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, close } = await world.open(publicId);
  await rows(frame, 4).waitFor();
  const card = frame.locator('[data-part=chart]');
  const look = () =>
    card.evaluate((element) => {
      const { borderRadius, fontFamily } = getComputedStyle(element);
      return [getComputedStyle(element).getPropertyValue('--accent').trim(), borderRadius, fontFamily];
    });
  const before = await look();
  await send('set-theme', { primaryColor: 'rgb(228, 87, 46)', font: 'Verdana', borderRadius: 2 });
  await frame.locator('html[style*="228, 87, 46"]').waitFor();
  assert.deepEqual(await look(), ['rgb(228, 87, 46)', '2px', 'Verdana']);
  await send('set-theme', { primaryColor: null, font: null, borderRadius: null });
  await frame.locator('html:not([style*="228, 87, 46"])').waitFor();
  assert.deepEqual(await look(), before);
  await close();
});

test('a colour scheme is set, and given back to the system', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, close } = await world.open(publicId, { browser: { colorScheme: 'light' } });
  await rows(frame, 4).waitFor();
  for (const [scheme, shown] of [
    ['dark', 'dark'],
    ['auto', 'light'],
  ] as const) {
    await send('set-color-scheme', { scheme });
    await frame.locator(`html[data-scheme=${shown}]`).waitFor();
  }
  await close();
});

test('refresh shows what a changed data file holds', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, close } = await world.open(publicId);
  await rows(frame, 4).waitFor();
  const settled = frame.locator('[data-part=chart][aria-busy=false]');
  const refreshUntil = async (count: number) => {
    while (!(await rows(frame, count).isVisible())) {
      // Another file is looked for once a second, so the first tries may come too early.
      await send('refresh');
      await settled.waitFor();
    }
  };
  const more = [...FLIGHTS, ['2001-03-01 08:00', 0, 300, 'SFO', 'LAX']] as const;
  await writeFlights(world.oriel.dataDir, more);
  await refreshUntil(5);
  assert.deepEqual((await days(frame)).slice(-2), ['Mar 1, 2001', '1.0']);
  await writeFlights(world.oriel.dataDir);
  await refreshUntil(4);
  await close();
});

test('a dashboard that may not be shown any more is taken from the page by a refresh', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await world.client.call('updateDashboardEmbedding', { params: { publicId }, body: { allowEmbed: false } });
  await send('refresh');
  const { payload } = await nextEvent('error');
  assert.equal(payload?.['fatal'], true);
  await frame.getByRole('alert').filter({ hasText: 'may not be shown here' }).waitFor();
  assert.equal(await frame.locator('[data-widget-id]').count(), 0);
  await send('refresh');
  await send('set-color-scheme', { scheme: 'dark' });
  await frame.getByRole('alert').filter({ hasText: 'may not be shown here' }).waitFor();
  // What the host asks for now is refused, and the failure is told once.
  const refused = await nextEvent('error', 2);
  assert.equal(refused.payload?.['name'], 'EmbedActionError');
  assert.equal(refused.payload?.['fatal'], false);
  await close({ expected: /403/ });
});

test('the next rows of a dashboard that is not shared any more are refused, and it goes from the page with all beside it', async () => {
  const { publicId, workbookId } = await world.publish(board);
  const shareWith = (action: 'read' | 'none') =>
    world.client.call('updateEmbedAccess', {
      params: { deploymentId: 1, workbookId },
      body: { embedTenantName: 'skyline-travel', action },
    });
  await world.client.call('updateAppConfig', { body: { embedding: { enableDashboardComments: true } } });
  const { frame, send, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await frame.getByRole('button', { name: /^Comments on this dashboard/ }).click();
  await frame.getByRole('textbox', { name: 'New comment' }).waitFor();
  await shareWith('none');
  await send('set-timezone', { timezone: 'Asia/Tokyo' });
  const { payload } = await nextEvent('error');
  await shareWith('read');
  assert.deepEqual([payload?.['name'], payload?.['fatal']], ['SessionError', true]);
  await frame.getByRole('alert').filter({ hasText: 'This page is not available.' }).waitFor();
  assert.equal(await frame.locator('[data-widget-id]').count(), 0);
  assert.equal(await frame.getByRole('textbox').count(), 0);
  assert.equal(await frame.getByRole('button').count(), 0);
  assert.equal((await events('error')).length, 1);
  await close({ expected: /40[34]/ });
});

test('an action that cannot be used changes nothing and is told to the host, as no fatal error', async () => {
  const { publicId } = await world.publish(board);
  const { frame, send, nextEvent, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const refused: [type: string, payload: Record<string, unknown>, words: RegExp][] = [
    ['set-color-scheme', { scheme: 'purple' }, /scheme must be one of light, dark, auto/],
    ['set-timezone', { timezone: '+02:00' }, /IANA time zone/],
    ['set-filter', { filterUrlParameter: 'f_network.origin=SFO' }, /JSON object/],
    ['set-locale', {}, /locale/],
    ['fly', {}, /fly/],
    ['navigate', { path: '/embed/d/1/app' }, /navigate/],
  ];
  for (const [index, [type, payload, words]] of refused.entries()) {
    await send(type, payload);
    const { payload: error } = await nextEvent('error', index + 1);
    assert.match(String(error?.['message']), words);
    assert.deepEqual(
      [error?.['name'], error?.['context'], error?.['fatal']],
      ['EmbedActionError', 'action', false],
    );
  }
  assert.equal((await days(frame)).length, 8);
  await close();
});

const controlled: Board = {
  reports: {
    origins: {
      name: 'Origins',
      query: { measures: ['network.count'], dimensions: ['network.origin'] },
      kind: 'table',
    },
  },
  widgets: [
    {
      id: 'state',
      type: 'FILTER',
      config: { member: 'network.origin_state', operator: 'equals', value: 'CA' },
    },
    { id: 'origin', type: 'FILTER', config: { member: 'network.origin', operator: 'equals', value: null } },
    { id: 'origins', type: 'CHART', config: { report: 'origins' } },
  ],
};

test('what the viewer has chosen is told, asked for and set again as one text', async () => {
  const { publicId } = await world.publish(controlled);
  const { page, frame, send, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const stateNow = async (count: number) => {
    await send('get-state');
    return (await nextEvent('state', count)).payload?.['state'];
  };
  assert.equal(await stateNow(1), '');
  const sfo = 'f_network.origin=' + encodeURIComponent('{"value":["SFO"],"type":"equals"}');
  await send('set-filter', { filterUrlParameter: sfo });
  assert.deepEqual((await nextEvent('filter-changed')).payload, { state: sfo });
  await send('set-filter', { filterUrlParameter: 'f_network.origin_state=' });
  const both = String((await nextEvent('filter-changed', 2)).payload?.['state']);
  assert.deepEqual(both.split('&').toSorted(), ['f_network.origin_state=', sfo].toSorted());
  assert.equal(await stateNow(2), both);
  await frame.getByRole('region', { name: '1 row', exact: true }).waitFor();

  await send('set-state', { state: '' });
  assert.equal((await nextEvent('filter-changed', 3)).payload?.['state'] === both, false);
  await frame.locator('[data-part=chart][aria-busy=false]').waitFor();
  assert.equal(await stateNow(3), '');
  const address = new URL(await frame.locator('html').evaluate(() => location.href));
  assert.deepEqual([...address.searchParams.keys()], ['session']);

  await send('set-state', { state: both });
  await frame.getByRole('region', { name: '1 row', exact: true }).waitFor();
  assert.equal(await stateNow(4), both);
  const told = (await events('filter-changed')).length;
  await send('set-state', { state: both });
  await stateNow(5);
  assert.equal((await events('filter-changed')).length, told, 'what is as it was is not told');
  assert.deepEqual(await events('error'), []);
  assert.ok(page.url().startsWith(world.host.origin));
  await close();
});

const messageTo = (page: Page, id: string, type: string, payload: object) =>
  page.evaluate((message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'), {
    source: 'svc-embed',
    direction: 'action',
    type: `svc:action:${type}`,
    payload,
    id,
  });

test('navigate with the path of the dashboard is carried out, with the controls of its query, and told', async () => {
  const { publicId } = await world.publish(controlled);
  const { page, frame, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const path = `/embed/dashboard/${publicId}`;
  await messageTo(page, 'plain', 'navigate', { path });
  assert.deepEqual((await nextEvent('action-result')).payload, { id: 'plain', ok: true });
  const sfo = 'f_network.origin=' + encodeURIComponent('{"value":["SFO"]}');
  await messageTo(page, 'filtered', 'navigate', { path: `${path}/?${sfo}` });
  assert.deepEqual((await nextEvent('action-result', 2)).payload, { id: 'filtered', ok: true });
  await frame.getByRole('region', { name: '1 row', exact: true }).waitFor();
  assert.deepEqual(
    (await events('navigate')).map(({ payload }) => payload),
    [path, path].map((each) => ({ path: each, previousPath: each })),
  );
  assert.equal((await events('view')).length, 3);
  for (const [index, other] of [`${path}x`, '/embed/chat', `${path}?f_network.origin=SFO`].entries()) {
    await messageTo(page, `other ${index}`, 'navigate', { path: other });
    const { payload } = await nextEvent('action-result', 3 + index);
    assert.equal(payload?.['ok'], false, other);
    assert.match(String(payload?.['message']), /navigate/);
  }
  assert.equal((await events('navigate')).length, 2);
  await close();
});

test('a filter without a control acts on the charts of its view, is told above them, and is of the state', async () => {
  const { publicId } = await world.publish(board);
  const { page, frame, nextEvent, events, close } = await world.open(publicId, {
    parameters: '&allowExport=true',
  });
  await nextEvent('dashboard-loaded');
  await rows(frame, 4).waitFor();
  const sfo = 'f_network.origin=' + encodeURIComponent('{"value":["SFO"],"type":"equals"}');
  await messageTo(page, 'set', 'set-filter', { filterUrlParameter: sfo });
  assert.deepEqual((await nextEvent('action-result')).payload, { id: 'set', ok: true });
  assert.deepEqual((await nextEvent('filter-changed')).payload, { state: sfo });
  await frame.locator('[data-part=other-filters]').getByText('SFO').waitFor();
  await rows(frame, 4).waitFor({ state: 'detached' });
  const filtered = await days(frame);
  await frame.getByLabel('Options of By day').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    frame.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  assert.equal(file.trim().split('\n').length - 1, filtered.length / 2, file);

  await messageTo(page, 'state', 'get-state', {});
  assert.deepEqual((await nextEvent('state')).payload, { state: sfo, id: 'state' });
  await messageTo(page, 'clear', 'set-filter', { filterUrlParameter: 'f_network.origin=' });
  assert.deepEqual((await nextEvent('filter-changed', 2)).payload, { state: '' });
  await rows(frame, 4).waitFor();
  assert.equal(await frame.locator('[data-part=other-filters]').count(), 0);
  await messageTo(page, 'again', 'set-state', { state: sfo });
  await frame.locator('[data-part=other-filters]').getByText('SFO').waitFor();
  await messageTo(page, 'none', 'set-state', { state: '' });
  await rows(frame, 4).waitFor();
  assert.deepEqual(await events('error'), []);
  await close();
});

test('what cannot be filtered is named, and nothing is ok for nothing', async () => {
  const { publicId } = await world.publish({
    ...controlled,
    widgets: controlled.widgets.map((widget) =>
      widget.id === 'state' ? { ...widget, config: { ...widget.config, visibility: 'disabled' } } : widget,
    ),
  });
  const { page, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const value = encodeURIComponent('{"value":["SFO"]}');
  const refused: [parameter: string, words: RegExp][] = [
    [
      `f_orders.status=${value}`,
      /orders\.status filters nothing: no chart of the dashboard is of orders, but of network/,
    ],
    [`f_network.no_such=${value}`, /network\.no_such is no member/],
    [`f_network.count=${value}`, /network\.count is a measure/],
    [`f_network.origin_state=${value}`, /locked the control of network\.origin_state/],
    ['f_network.origin_state=', /locked the control of network\.origin_state/],
    ['tg_network.departure=month', /no control of the dashboard sets the granularity of network\.departure/],
    ['ms_network.count=network.total_distance', /no control of the dashboard switches network\.count/],
    ['tab_box=a', /box is no widget with tabs/],
  ];
  for (const [index, [filterUrlParameter, words]] of refused.entries()) {
    await messageTo(page, `${index}`, 'set-filter', { filterUrlParameter });
    const { payload } = await nextEvent('action-result', index + 1);
    assert.equal(payload?.['ok'], false, filterUrlParameter);
    assert.match(String(payload?.['message']), words);
  }
  assert.deepEqual(await events('filter-changed'), []);
  const errors = (await events('error')).length;
  await messageTo(page, 'part', 'set-filter', {
    filterUrlParameter: `f_network.origin=${value}&f_network.destination=${value}&f_orders.status=${value}`,
  });
  assert.deepEqual((await nextEvent('action-result', refused.length + 1)).payload, { id: 'part', ok: true });
  const { payload } = await nextEvent('error', errors + 1);
  assert.match(String(payload?.['message']), /orders\.status/);
  const state = String((await nextEvent('filter-changed', 2)).payload?.['state']);
  assert.deepEqual(
    state.split('&').map((part) => part.split('=')[0]),
    ['f_network.origin', 'f_network.destination'],
  );
  await close();
});

test('an action with an id is answered: carried out, refused, or not to be read', async () => {
  const { publicId } = await world.publish(board);
  const { page, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  const sendWithId = (id: unknown, type: string, payload: object) =>
    page.evaluate((message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'), {
      source: 'svc-embed',
      direction: 'action',
      type: `svc:action:${type}`,
      payload,
      id,
    });
  await sendWithId('one', 'refresh', {});
  await sendWithId('two', 'navigate', { path: '/embed/d/1/app' });
  await sendWithId('three', 'set-locale', { locale: 'tlh' });
  await sendWithId('four', 'fly', {});
  await sendWithId(5, 'refresh', {});
  await sendWithId('six', 'set-color-scheme', { scheme: 'dark' });
  await nextEvent('action-result', 5);
  const results = (await events('action-result')).map(({ payload }) => [payload?.['id'], payload?.['ok']]);
  assert.deepEqual(results, [
    ['one', true],
    ['two', false],
    ['three', false],
    ['four', false],
    ['six', true],
  ]);
  assert.equal((await events('error')).length, 4);
  await close();
});

/** A frame beside the embed, from another origin than the page around both. */
async function openForeignFrame(page: Page): Promise<ReturnType<Page['frames']>[number]> {
  const foreign = world.host.origin.replace('127.0.0.1', 'localhost');
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src, name: 'foreign' });
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, `${foreign}/blank`);
  const found = page.frame({ name: 'foreign' });
  assert.ok(found);
  return found;
}

test('actions of another origin, or of the embed itself, are not taken and not answered', async () => {
  const { publicId } = await world.publish(board);
  const { page, frame, send, events, nextEvent, close } = await world.open(publicId, {
    browser: { colorScheme: 'light' },
  });
  await nextEvent('dashboard-loaded');
  const action = (payload: object) => ({
    source: 'svc-embed',
    direction: 'action',
    type: 'svc:action:set-color-scheme',
    payload,
  });
  const foreign = await openForeignFrame(page);
  for (const scheme of ['dark', 'purple'])
    await foreign.evaluate(
      (message) => window.parent.frames[0]?.postMessage(message, '*'),
      action({ scheme }),
    );
  await frame
    .locator('html')
    .evaluate((_html, message) => window.postMessage(message), action({ scheme: 'dark' }));
  // What the host sends afterwards is answered, and nothing before it was.
  await send('set-color-scheme', { scheme: 'green' });
  await nextEvent('error');
  assert.equal((await events('error')).length, 1);
  assert.equal(await frame.locator('html').getAttribute('data-scheme'), 'light');
  await close();
});

test('a session that cannot be used is a fatal error, and words on the page', async () => {
  const { publicId } = await world.publish(board);
  const used = await world.open(publicId);
  await used.nextEvent('dashboard-loaded');
  const address = await used.frame.locator('html').evaluate(() => location.href);
  await used.page.evaluate((src) => {
    const frame = document.querySelector('iframe');
    if (frame) frame.src = src;
  }, address);
  const { payload } = await used.nextEvent('error');
  assert.deepEqual([payload?.['name'], payload?.['fatal']], ['SessionError', true]);
  await used.frame.getByRole('alert').getByText('This view has expired').waitFor();
  await used.close({ expected: /401/ });
});

test('why a dashboard is not shown has a code and an advice for the developer, which no viewer reads', async () => {
  const { publicId } = await world.publish(board);
  const stranger = { embedTenantName: 'nobody-knows-them' };
  const cases: [publicId: string, session: Record<string, unknown>, code: string, advice: RegExp][] = [
    ['noSuchBoard1', {}, 'dashboard_not_found', /check the id.*publish.*share/],
    [publicId, stranger, 'dashboard_not_found', /share its workbook/],
  ];
  for (const [id, session, code, advice] of cases) {
    const { frame, nextEvent, close } = await world.open(id, { session });
    const { payload } = await nextEvent('error');
    assert.deepEqual([payload?.['code'], payload?.['fatal']], [code, true]);
    assert.match(String(payload?.['advice']), advice);
    assert.doesNotMatch(await frame.locator('body').innerText(), /publish|session|share/i);
    await close({ expected: /40[34]/ });
  }
});

test('the host hears how high the dashboard is, whatever the frame has', async () => {
  const { publicId } = await world.publish(board);
  const { page, frame, nextEvent, events, close } = await world.open(publicId);
  await nextEvent('dashboard-loaded');
  await nextEvent('height');
  await frame
    .getByRole('button', { name: /comments|chat|ask/i })
    .first()
    .waitFor();
  const settle = () =>
    frame
      .locator('html')
      .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await rows(frame, 4).waitFor();
  await settle();
  const height = Number((await events('height')).at(-1)?.payload?.['height']);
  assert.ok(height > 100 && height < 2000, String(height));
  const setFrame = (pixels: number) =>
    page.evaluate((to) => {
      const iframe = document.querySelector('iframe');
      if (iframe) iframe.style.height = `${to}px`;
    }, pixels);
  for (const given of [height, 2 * height]) {
    await setFrame(given);
    await settle();
    const overflow = await frame.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight);
    assert.equal(overflow, 0, `${given} is high enough`);
  }
  assert.equal(
    (await events('height')).at(-1)?.payload?.['height'],
    height,
    'a higher frame has the same content',
  );
  await close();
});
