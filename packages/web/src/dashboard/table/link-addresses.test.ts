import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WantedLinks } from '@oriel/dashboard/link-query';
import { createLinkAddresses } from './link-addresses.ts';

const result = {
  rows: [],
  columns: { 'o.city': { kind: 'dimension', type: 'string', links: [{ name: 'map' }] } },
} as const;
const link = { name: 'map', field: 'o.city___link_map_url', label: 'Map', target: 'blank' } as const;

test('each value is asked for once, and its address is told when it has come', async () => {
  const asked: WantedLinks[] = [];
  const addresses = createLinkAddresses(
    { ...result, rows: [] },
    {
      async loadLinks(wanted) {
        asked.push(...wanted);
        return new Map([['o.city', new Map([['Bonn', new Map([['map', 'https://bonn.example/']])]])]]);
      },
    },
  );
  const row = { 'o.city': 'Bonn' };
  assert.equal(addresses.isLoading(), true);
  addresses.want([row, row, { 'o.city': null }]);
  assert.equal(addresses.find('o.city', link, row), undefined);
  assert.equal(addresses.isLoading(), true);
  await new Promise<void>((resolve) => addresses.subscribe(resolve));
  assert.equal(addresses.isLoading(), false);
  addresses.want([row]);
  assert.deepEqual(asked, [{ dimension: 'o.city', links: ['map'], values: ['Bonn'] }]);
  assert.equal(addresses.find('o.city', link, row), 'https://bonn.example/');
  assert.equal(addresses.find('o.city', link, { ...row, [link.field]: '/own' }), '/own');
});

test('nothing is asked of rows without links, or where nobody answers', () => {
  const source = { loadLinks: () => assert.fail('was asked') };
  createLinkAddresses({ rows: [], columns: { 'o.city': { kind: 'dimension' } } }, source).want([
    { 'o.city': 'Bonn' },
  ]);
  createLinkAddresses({ ...result, rows: [] }, undefined).want([{ 'o.city': 'Bonn' }]);
});

test('dashboards that addresses name are looked for once, wherever the addresses come from', async () => {
  const named: string[][] = [];
  const key = 'o.kind___link_board_url';
  const addresses = createLinkAddresses(
    {
      rows: [],
      columns: { ...result.columns, 'o.kind': { kind: 'dimension' }, [key]: { kind: 'dimension' } },
    },
    {
      loadLinks: async () =>
        new Map([['o.city', new Map([['Bonn', new Map([['map', '/dashboard/Sales?o.city=Bonn']])]])]]),
    },
    { want: async (names) => void named.push([...names]) },
  );
  addresses.want([{ 'o.city': 'Bonn', 'o.kind': 'a', [key]: '/dashboard/kinds' }]);
  while (addresses.isLoading()) await new Promise<void>((resolve) => addresses.subscribe(resolve));
  addresses.want([{ 'o.city': 'Bonn', 'o.kind': 'b', [key]: '/dashboard/kinds' }]);
  assert.deepEqual(named, [['kinds'], ['Sales']]);
});
