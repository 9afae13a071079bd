import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPythonOutput } from './python-output.ts';

const read = (text: string, maxBytes = 1_000) => readPythonOutput(Buffer.from(text), maxBytes);
const errorOf = (text: string) => {
  const output = read(text);
  return 'error' in output ? output.error : undefined;
};

test('rows of texts, numbers, truths and nulls are taken as they are', () => {
  const rows = [{ text: '日本 "ü"\n', number: 1e15 + 1, truth: true, none: null }, {}];
  assert.deepEqual(read(JSON.stringify(rows)), { rows, largeNumberColumns: [] });
  assert.deepEqual(read('[]'), { rows: [], largeNumberColumns: [] });
});

test('whole numbers keep all of their digits, and say in which columns they are', () => {
  const text =
    '[{"id": 9007199254740993, "n": -12345678901234567890, "text": "12345678901234567890", "safe": 9007199254740991}, ' +
    '{"id": 1, "n": 9.5, "f": 1e300, "g": 12345678901234567.5, "__proto__": 9007199254740993}]';
  const output = read(text);
  assert.ok('rows' in output);
  assert.deepEqual(
    output.rows.map((row) => JSON.stringify(row)),
    [
      '{"id":"9007199254740993","n":"-12345678901234567890","text":"12345678901234567890","safe":9007199254740991}',
      '{"id":1,"n":9.5,"f":1e+300,"g":12345678901234568,"__proto__":"9007199254740993"}',
    ],
  );
  assert.deepEqual(output.largeNumberColumns, ['id', 'n', '__proto__']);
});

test('numbers that are no JSON are named, with what to write in their place', () => {
  for (const number of ['NaN', 'Infinity', '-Infinity'])
    assert.match(errorOf(`[{"a": 1, "b": ${number}}]`) ?? '', new RegExp(`it has ${number}; write null`));
  assert.equal(errorOf('[{"a": "NaN"'), 'output.json is no JSON');
  assert.equal(errorOf('\udc00'.repeat(2)), 'output.json is no JSON');
});

test('what is no list of flat rows, nothing, or too much says so', () => {
  for (const text of ['{"a": 1}', '[[1]]', '[{"a": [1]}]', '[null]', '7'])
    assert.match(errorOf(text) ?? '', /each row is \{"name": value/, text);
  assert.match(errorOf('') ?? '', /written no output\.json/);
  assert.deepEqual(read('[{"a": 1}]', 5), { error: 'output.json is larger than 5 bytes' });
});
