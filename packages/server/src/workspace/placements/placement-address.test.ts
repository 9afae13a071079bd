import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, parseLocation } from './placement-address.ts';

const locations: [location: string, sheetName: string | null, anchorCell: string | null][] = [
  ['Sheet1!A1', 'Sheet1', 'A1'],
  ['Sheet1!A1:D20', 'Sheet1', 'A1'],
  ["'Sales 2026'!$b$2:$D$9", 'Sales 2026', 'B2'],
  ["'It''s here'!C3", "It's here", 'C3'],
  ['B2', null, 'B2'],
  ['Umsätze!AA10', 'Umsätze', 'AA10'],
  ['Sheet1!', null, null],
  ['somewhere', null, null],
  ['', null, null],
];
for (const [location, sheetName, anchorCell] of locations)
  test(`reads the location ${JSON.stringify(location)}`, () => {
    assert.deepEqual(parseLocation(location), { sheetName, anchorCell });
  });

test('parts of an address win over the location', () => {
  assert.deepEqual(addressOf({ sheetName: 'Other', resultLocation: 'Sheet1!A1' }), {
    sheetName: 'Other',
    anchorCell: 'A1',
  });
  assert.deepEqual(addressOf({ anchorCell: '$c$4' }), { sheetName: null, anchorCell: 'C4' });
});

test('a long text is read at once', () => {
  assert.equal(parseLocation(`'${"''".repeat(50_000)}!A`).anchorCell, null);
});
