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
  const come = new Promise<void>((resolve) => addresses.subscribe(resolve));
  addresses.want([row, row, { 'o.city': null }]);
  assert.equal(addresses.find('o.city', link, row), undefined);
  await come;
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
