import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDashboardLinks, readDashboardLink } from './dashboard-links.ts';

test('the address of a link names a dashboard and its filters', () => {
  const filterOf = (address: string) =>
    decodeURIComponent(readDashboardLink(address)?.filterUrlParameter ?? 'none');
  assert.deepEqual(readDashboardLink('/dashboard/the%20places'), {
    name: 'the places',
    filterUrlParameter: '',
  });
  assert.equal(filterOf('/dashboard/x?o.city=K%C3%B6ln%26%22&o.day='), 'f_o.city={"value":"Köln&\\""}');
  assert.equal(filterOf('/dashboard/x?o.city=Bonn&o.city=Bern'), 'f_o.city={"value":["Bonn","Bern"]}');
  for (const other of [
    '/dashboards/5',
    '/dashboard/',
    '/dashboard/a/b',
    '/dashboard/%E0%A4',
    '//dashboard/x',
    'https://example.com/dashboard/x',
    '/dashboard/x#y',
  ])
    assert.equal(readDashboardLink(other), undefined, other);
});

test('each name is asked for once, fifty at a time, and again after a failure', async () => {
  const requests: string[][] = [];
  let isDown = false;
  const links = createDashboardLinks({
    deploymentId: 7,
    targetOf: () => ({}),
    async request(address) {
      const { pathname, searchParams } = new URL(String(address), 'http://oriel.test');
      assert.equal(pathname, '/api/v1/deployments/7/linked-dashboards');
      const names = searchParams.getAll('names');
      requests.push(names);
      if (isDown) throw new TypeError('network error');
      const items = names
        .filter((name) => name === 'sales')
        .map((name) => ({ name, publicId: 'p', workbookId: 3, title: 'Sales' }));
      return Response.json({ items });
    },
  });
  await Promise.all([links.want(['sales', 'sales', 'none']), links.want(['sales'])]);
  assert.deepEqual(requests, [['sales', 'none']]);
  assert.equal(links.find('sales')?.workbookId, 3);
  assert.equal(links.find('none'), undefined);
  await links.want(Array.from({ length: 60 }, (_, index) => `name ${index}`));
  assert.deepEqual(
    requests.slice(1).map(({ length }) => length),
    [50, 10],
  );
  isDown = true;
  await links.want(['later']);
  isDown = false;
  await links.want(['later', 'sales']);
  assert.deepEqual(requests.slice(-2), [['later'], ['later']]);
});
