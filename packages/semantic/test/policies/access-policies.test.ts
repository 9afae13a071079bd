import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelOf, namesIn, problemsOf } from '../support/read-model.ts';

function withPolicy(policy: string): string {
  return `cubes:
  - name: people
    sql_table: people
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: email, sql: email, type: string, links: [{ name: write, label: Write, url: "'mailto:' || {CUBE}.email" }] }
    measures: [{ name: count, type: count }]
    access_policy:
      - ${policy}
views:
  - name: staff
    cubes: [{ join_path: people, includes: [count, { name: email, alias: mail }] }]
    access_policy:
      - { group: "*", member_level: { includes: [mail] } }
`;
}

test('members may be shown as they are, masked, or not at all', () => {
  const { people } = modelOf(
    withPolicy(
      '{ groups: [hr, it], member_level: { includes: [count] }, member_masking: { includes: "*", excludes: [CUBE.id] } }',
    ),
  ).cubes;
  const [policy] = people?.policies ?? [];
  assert.deepEqual(policy?.groups, ['hr', 'it']);
  assert.deepEqual(namesIn(policy?.memberLevel?.includes), ['count']);
  assert.equal(policy?.memberMasking?.includes, '*');
  assert.deepEqual(namesIn(policy?.memberMasking?.excludes), ['id']);
});

test("a member of one's own may be written as in SQL", () => {
  const members = ['id', 'CUBE.id', '{CUBE}.id', '{CUBE.id}', '{ TABLE.id }'];
  const filters = members.map((member) => `{ member: "${member}", operator: set }`).join(', ');
  const { rowFilters = [] } =
    modelOf(withPolicy(`{ group: a, row_level: { filters: [${filters}] } }`)).cubes['people']?.policies[0] ??
    {};
  assert.deepEqual(
    rowFilters.map((filter) => 'member' in filter && filter.member),
    ['id', 'id', 'id', 'id', 'id'],
  );
});

test('who may see a dimension may follow its links', () => {
  const { staff } = modelOf(withPolicy('{ role: "*", row_level: { allow_all: true } }')).views;
  assert.deepEqual(namesIn(staff?.policies[0]?.memberLevel?.includes), ['mail', 'mail___link_write_url']);
  assert.equal(staff?.members['mail___link_write_url']?.member, 'email___link_write_url');
});

const faults: [what: string, policy: string, words: RegExp][] = [
  [
    'masking without member_level',
    '{ group: a, member_masking: { includes: "*" } }',
    /member_masking but no member_level/,
  ],
  ['two audiences', '{ group: a, role: b }', /exactly one of group, groups, role; it has group and role/],
  [
    'filters beside allow_all',
    '{ group: a, row_level: { allow_all: true, filters: [{ member: id, operator: set }] } }',
    /both filters and allow_all/,
  ],
  [
    'no filters beside allow_all',
    '{ group: a, row_level: { allow_all: true, filters: [] } }',
    /both filters and allow_all/,
  ],
  ['rows of which nothing is said', '{ group: a, row_level: { } }', /neither filters nor allow_all/],
  [
    'members with a path',
    '{ group: a, member_level: { includes: [other.id] } }',
    /names other\.id, a member with a path/,
  ],
  [
    'masked members that are not there',
    '{ group: a, member_level: { includes: [] }, member_masking: { includes: [mail] } }',
    /names mail, which is no member of people Did you mean email\?/,
  ],
  [
    'a condition that cannot be read',
    '{ group: a, conditions: [{ if: "{ a b }" }] }',
    /is not an expression/,
  ],
];
for (const [what, policy, words] of faults) {
  test(`says what is wrong with ${what}`, () => {
    assert.match(problemsOf(withPolicy(policy)).join('\n'), words);
  });
}
