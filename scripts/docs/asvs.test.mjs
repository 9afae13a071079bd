import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../setup.mjs';

const page = join(root, 'docs/reference/asvs.md');
const text = readFileSync(page, 'utf8');

/** The requirements of the standard at the levels 1 and 2: section to level to numbers. */
const sections = JSON.parse(readFileSync(new URL('./asvs-requirements.json', import.meta.url), 'utf8'));
const levels = new Map(
  Object.entries(sections).flatMap(([section, byLevel]) =>
    Object.entries(byLevel).flatMap(([level, numbers]) =>
      numbers.map((number) => [`${section}.${number}`, level]),
    ),
  ),
);

const rows = [...text.matchAll(/^\| (V[\d.]+) +\| (\d) +\| (.+?) +\| (\w+) +\| (.*?) *\| (.+) \|$/gm)].map(
  ([, id, level, what, state, how, where]) => ({ id, level, what, state, how, where }),
);
const excluded = [...text.matchAll(/^\| (V[\d., V to]+?) +\| [^|]+ \|$/gm)].flatMap(([, ids]) => expand(ids));

test('every requirement of the levels 1 and 2 is told once, with its level', () => {
  assert.ok(levels.size > 250, 'the list of requirements was read');
  const told = [...rows.map(({ id }) => id), ...excluded];
  assert.deepEqual(told.toSorted(), [...levels.keys()].toSorted());
  for (const { id, level } of rows) assert.equal(level, levels.get(id), id);
});

test('every state is one of four, and names files that exist', () => {
  for (const { id, state, how, where } of rows) {
    assert.match(state, /^(met|partly|open|operator)$/, id);
    if (state === 'partly' || state === 'open') assert.notEqual(how, '', `${id} says what is missing`);
    const targets = [...where.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target);
    assert.ok(targets.length > 0, `${id} names a file`);
    for (const target of targets)
      assert.ok(existsSync(join(dirname(page), target)), `${id}: ${target} exists`);
  }
});

/** `V1.2.6, V1.2.7` and `V10.1.1 to V10.7.3` as single requirements. */
function expand(ids) {
  const ordered = [...levels.keys()];
  return ids.split(', ').flatMap((part) => {
    const [first, last = first] = part.split(' to ');
    return ordered.slice(ordered.indexOf(first), ordered.indexOf(last) + 1);
  });
}
