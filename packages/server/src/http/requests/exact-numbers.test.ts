import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inexactNumber } from './exact-numbers.ts';

const refused = (number: string) => inexactNumber(`{"a":["text",${number}],"b":"\\"${'9'.repeat(20)}"}`);

test('a number that would be read as another one is named', () => {
  for (const number of [
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '18446744073709551615',
    '5000000000000000.01',
    '90071992547409.925',
    '90071992547409.93',
    '590295810358705651710',
    '3.14159265358979323846',
    '9.007199254740993e15',
    '1e400',
    '1e-400',
    '0.'.padEnd(130, '3'),
  ])
    assert.match(refused(number) ?? '', /^the number .* would be read as .*; write it as a text/, number);
});

test('a number that a double says as it is written is taken', () => {
  for (const number of [
    '0',
    '-0.0',
    '0e999',
    '9007199254740992',
    '18446744073709552000',
    '18446744073709551616',
    '9007199254740992.0',
    '0.1',
    '0.10000000000000001',
    '0.30000000000000004',
    '0.1000000000000000055511151231257827021181583404541015625',
    '1e300',
    '5e-324',
    '123456789012345.67',
    '1'.padEnd(23, '0'),
  ])
    assert.equal(refused(number), undefined, number);
});

test('what a program writes of its doubles and whole numbers is taken, and texts are not looked at', () => {
  fc.assert(
    fc.property(fc.json(), (text) => assert.equal(inexactNumber(text), undefined)),
    { numRuns: 2000, seed: 1 },
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 68n), max: 2n ** 68n }), (value) =>
      assert.equal(
        inexactNumber(`[${value}]`) === undefined,
        BigInt(Number(value)) === value || String(Number(value)) === String(value),
        String(value),
      ),
    ),
    { numRuns: 2000, seed: 1 },
  );
  fc.assert(
    fc.property(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), (text, value) =>
      assert.equal(inexactNumber(JSON.stringify({ [text]: [`${text}9007199254740993`, value] })), undefined),
    ),
    { numRuns: 2000, seed: 1 },
  );
});

test('a number of megabytes is refused at once', () => {
  const before = performance.now();
  for (const number of [`1${'0'.repeat(5_000_000)}1`, `0.${'0'.repeat(5_000_000)}1`, '9'.repeat(5_000_000)])
    assert.ok((refused(number) ?? '').length < 300);
  assert.ok(performance.now() - before < 2_000);
});
