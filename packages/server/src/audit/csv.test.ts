import assert from 'node:assert/strict';
import test from 'node:test';
import { toCsvLine } from './csv.ts';

test('a text of the audit log that a spreadsheet would run begins with a quote', () => {
  const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t1', '＝1+1', '＋a', '－a', '＠a'];
  assert.equal(toCsvLine(formulas), `${formulas.map((text) => `'${text}`).join(',')}\r\n`);
  assert.equal(toCsvLine(['\r1', '\n=1']), `"'\r1","'\n'=1"\r\n`);
});

test('numbers, JSON and other texts of the audit log stay what they are', () => {
  assert.equal(toCsvLine([-1, '-1.5', true, null, { a: '=1' }]), '-1,-1.5,true,,"{""a"":""=1""}"\r\n');
});
