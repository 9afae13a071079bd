import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressState } from './address-state.ts';

const filter = (value: string) => `f_o.city=${encodeURIComponent(JSON.stringify({ value, type: 'equals' }))}`;

test('what the viewer has chosen is written once, and not applied again when it is read', () => {
  const written: string[] = [];
  const address = createAddressState('?edit=true', (state) => written.push(state));
  address.write('');
  address.write(filter('Bonn'));
  address.write(filter('Bonn'));
  address.write(`${filter('Bonn')}&f_o.kind=`);
  assert.deepEqual(written, [filter('Bonn')]);
  assert.equal(address.read(`?edit=true&${filter('Bonn')}`), undefined);
});

test('of two changes at once neither is undone by the address of the first', () => {
  const address = createAddressState('', () => {});
  address.write(filter('Bonn'));
  address.write(filter('Bern'));
  assert.equal(address.read(`?${filter('Bonn')}`), undefined);
  assert.equal(address.read(`?${filter('Bern')}`), undefined);
  // By now it is another's.
  assert.equal(address.read(`?${filter('Bonn')}`), filter('Bonn'));
});

test('an address that others have written is applied, also one without any state', () => {
  const address = createAddressState(`?${filter('Bonn')}`, () => {});
  assert.equal(address.read('?f_o.city={"value":"Bonn"}'), undefined);
  assert.equal(address.read(''), '');
  assert.equal(address.read('?f_o.city=nonsense&tg_o.day=month'), 'tg_o.day=month');
});
