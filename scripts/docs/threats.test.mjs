import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../setup.mjs';

const page = join(root, 'docs/threats.md');

/** The lines of the tables: a threat with the tests that it names. */
const threats = [...readFileSync(page, 'utf8').matchAll(/^\| (?!-|threat )(.+?) +\| .+ \| (.*) \|$/gm)].map(
  ([, threat, cell]) => ({
    threat,
    tests: [...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(([, title, file]) => ({ title, file })),
  }),
);

test('every threat names a test', () => {
  assert.ok(threats.length > 30, 'the page was read');
  for (const { threat, tests } of threats) assert.ok(tests.length > 0, threat);
});

test('every test that a threat names exists, by its file and its title', () => {
  for (const { threat, tests } of threats)
    for (const { title, file } of tests) {
      const path = join(dirname(page), file);
      assert.ok(existsSync(path), `${threat}: ${file} exists`);
      const source = readFileSync(path, 'utf8');
      assert.ok(
        hasTest(source, title),
        `${threat}: ${file} has a test with the title ${JSON.stringify(title)}`,
      );
    }
});

test('a title is found as it is, and by what its template leaves open', () => {
  const source =
    "test('it\\'s so', f);\nfor (const what of ['a b'])\n  test(`refuses ${what}: no`, f);\ntest(\"x\", f);";
  for (const title of ["it's so", 'refuses a b: no', 'x']) assert.ok(hasTest(source, title), title);
  for (const title of ['so', 'refuses c d: no', 'refuses a b', 'y'])
    assert.ok(!hasTest(source, title), title);
});

/** Whether a file has a test of a title; what a template puts in has to stand in the file as well. */
function hasTest(source, title) {
  return titlesIn(source).some(({ text, isTemplate }) => {
    if (!isTemplate) return text === title;
    const pattern = text
      .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
      .map(escape)
      .join('(.+)');
    const [, ...values] = new RegExp(`^${pattern}$`).exec(title) ?? [];
    return values.length > 0 && values.every((value) => source.includes(value));
  });
}

function titlesIn(source) {
  return [
    ...source.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g),
  ].map(([, single, double, template]) => ({
    text: (single ?? double ?? template ?? '').replaceAll(/\\(['"`])/g, '$1'),
    isTemplate: template !== undefined,
  }));
}

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
