import { scimUrns, type ScimGroup, type ScimUser } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createScimCalls, createTestApp, type ScimPage, type TestApp } from '../test/index.ts';

let app: TestApp;
let scim: ReturnType<typeof createScimCalls>;
const ids: Record<string, string> = {};
const extension = scimUrns.userAttributes;

const people = {
  ada: {
    userName: 'Ada@example.com',
    externalId: 'X-1',
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    title: 'Countess',
    emails: [
      { value: 'ada@work.example', type: 'work', primary: true },
      { value: 'ada@home.example', type: 'home' },
    ],
    [extension]: { country: 'GB', level: 7 },
  },
  grace: {
    userName: 'grace@example.com',
    externalId: 'x-1',
    displayName: 'Grace "Amazing" Hopper',
    emails: [{ value: 'grace@work.example', type: 'home', primary: true }],
  },
  katherine: { userName: 'katherine@example.com', title: '100%_sure\\', active: false },
  mary: { userName: 'mary_jackson@example.com', title: '100xysure\\' },
};

before(async () => {
  app = await createTestApp();
  scim = createScimCalls(app);
  for (const [name, type] of [
    ['country', 'string'],
    ['level', 'number'],
  ])
    await app.call({ method: 'POST', path: '/api/v1/user-attributes', body: { name, type } });
  for (const [name, person] of Object.entries(people)) ids[name] = (await scim.createUser(person)).id;
});
after(() => app.close());

const list = (query: Readonly<Record<string, string | number>>) =>
  scim.ok<ScimPage<ScimUser>>('GET', `/Users?${new URLSearchParams(query as Record<string, string>)}`);

async function found(filter: string): Promise<string[]> {
  const { Resources, totalResults } = await list({ filter });
  assert.equal(totalResults, Resources.length);
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return Resources.flatMap(({ id }) => names.get(id) ?? []).sort();
}

const all = ['ada', 'grace', 'katherine', 'mary'];
const filters: Readonly<Record<string, readonly string[]>> = {
  'userName eq "ADA@EXAMPLE.COM"': ['ada'],
  'USERNAME EQ "ada@example.com"': ['ada'],
  'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.com"': ['ada'],
  'userName ne "ada@example.com"': ['grace', 'katherine', 'mary'],
  'userName sw "mary_"': ['mary'],
  'userName sw "gr" or userName ew "jackson@example.com"': ['grace', 'mary'],
  'externalId eq "x-1"': ['grace'],
  'externalId pr': ['ada', 'grace'],
  'not (externalId pr)': ['katherine', 'mary'],
  'externalId eq null and userName co "example"': ['katherine', 'mary'],
  'title co "100%_"': ['katherine'],
  'title ne "countess" and userName co "a"': ['grace', 'katherine', 'mary'],
  'not (title eq "Countess") and userName co "e"': ['grace', 'katherine', 'mary'],
  'displayName eq "Ada Lovelace"': ['ada'],
  'displayName co "\\"Amazing\\""': ['grace'],
  'name.familyName eq "lovelace"': ['ada'],
  'active eq false': ['katherine'],
  'active eq "False"': ['katherine'],
  'active eq true and (userName sw "ada" or userName sw "kath")': ['ada'],
  'emails eq "ada@home.example"': ['ada'],
  'emails.value ew "@work.example"': ['ada', 'grace'],
  'emails[type eq "work" and value ew "@work.example"]': ['ada'],
  'emails[type eq "work"].value eq "ada@work.example"': ['ada'],
  // No one address is both.
  'emails[type eq "work"].value eq "ada@home.example"': [],
  'emails[type eq "work"] and emails.value eq "ada@home.example"': ['ada'],
  'emails[not (type eq "work")]': ['ada', 'grace'],
  'emails[primary eq true and value eq "mary_jackson@example.com"]': ['mary'],
  'emails.type eq "home"': ['ada', 'grace'],
  'userName gt "grace" and userName lt "m"': ['grace', 'katherine'],
  'userName ge "grace@example.com" and userName le "grace@example.com"': ['grace'],
  'meta.created gt "2020-01-01T00:00:00Z" and userName co "example.com"': all,
  'meta.lastModified lt "2020-01-01"': [],
  [`${extension}:country eq "gb"`]: ['ada'],
  [`${extension}:level eq "7"`]: ['ada'],
  [`${extension}:unknown pr`]: [],
  'userName eq "\'; drop table users; --"': [],
};

for (const [filter, expected] of Object.entries(filters))
  test(`the filter ${filter} finds what it says`, async () => {
    assert.deepEqual(await found(filter), expected);
  });

test('users are found by their ids, and by none that is no id', async () => {
  assert.deepEqual(await found(`id eq "${ids['mary']}"`), ['mary']);
  assert.deepEqual(await found('id eq "9999999999999"'), []);
});

test('a filter for what was created then finds it', async () => {
  const { meta } = await scim.ok<ScimUser>('GET', `/Users/${ids['ada']}`);
  assert.ok((await found(`meta.created eq "${meta?.created}"`)).includes('ada'));
  assert.ok(!(await found(`meta.created ne "${meta?.created}"`)).includes('ada'));
});

const badFilters: Readonly<Record<string, string>> = {
  'that is empty': '',
  'that ends early': 'userName eq',
  'without an operator': 'userName "ada"',
  'with an operator that is none': 'userName is "ada"',
  'of an attribute that is none': 'shoeSize eq 38',
  'of a part that is none': 'emails.size eq 38',
  'of values that are none': 'userName[value eq "a"]',
  'of a text that has no end': 'userName eq "ada',
  'of a truth that is none': 'active eq "maybe"',
  'of truths in an order': 'active gt true',
  'of a time that is none': 'meta.created gt "yesterday"',
  'of a time before all': 'meta.created gt "0000-01-01T00:00:00Z"',
  'of times that contain another': 'meta.created co "2026"',
  'of nothing in an order': 'title gt null',
  'with many levels': `${'('.repeat(2000)}userName pr${')'.repeat(1)}`,
  'with many comparisons': Array.from({ length: 200 }, () => 'title pr').join(' or '),
  // The parser would need longer than anybody waits.
  'of line breaks without an end': `userName eq "${'\n'.repeat(200)}`,
  'with something behind it': 'userName pr userName pr',
};

for (const [what, filter] of Object.entries(badFilters))
  test(`a filter ${what} is refused`, async () => {
    await scim.refused(['GET', `/Users?${new URLSearchParams({ filter })}`], 400, 'invalidFilter');
  });

test('groups are found by their names and members', async () => {
  const displayName = `Engineers ${crypto.randomUUID()}`;
  const { id } = await scim.createGroup({
    displayName,
    externalId: 'G-1',
    members: [{ value: ids['ada'] }],
  });
  await scim.createGroup();
  const groups = async (filter: string) =>
    (await scim.ok<ScimPage<ScimGroup>>('GET', `/Groups?${new URLSearchParams({ filter })}`)).Resources.map(
      (group) => group.id,
    );
  for (const filter of [
    `displayName eq "${displayName.toUpperCase()}"`,
    'externalId eq "G-1"',
    `members[value eq "${ids['ada']}"]`,
    `members eq "${ids['ada']}"`,
    'members.display sw "ada"',
  ])
    assert.deepEqual(await groups(filter), [id], filter);
  assert.deepEqual(await groups(`members eq "${ids['mary']}"`), []);
  await scim.refused(['GET', '/Groups?filter=userName%20pr'], 400, 'invalidFilter');
  await scim.refused(['GET', '/Groups?sortBy=members'], 400, 'invalidFilter');
});

test('pages cover a list, each resource once, while others are added', async () => {
  const whole = await list({ count: 1000 });
  const seen: string[] = [];
  for (let startIndex = 1; startIndex <= whole.totalResults; startIndex += 2) {
    const page = await list({ startIndex, count: 2 });
    assert.equal(page.startIndex, startIndex);
    assert.equal(page.itemsPerPage, page.Resources.length);
    seen.push(...page.Resources.map(({ id }) => id));
    await scim.createUser();
  }
  const known = whole.Resources.map(({ id }) => id);
  assert.deepEqual(seen.slice(0, known.length), known);
  assert.equal(new Set(seen).size, seen.length);
});

test('the bounds of a page are those of RFC 7644', async () => {
  const { totalResults } = await list({ count: 0 });
  const sizes = async (query: Record<string, string | number>) => {
    const page = await list(query);
    assert.equal(page.totalResults, totalResults);
    return [page.startIndex, page.Resources.length];
  };
  assert.deepEqual(await sizes({ count: 0 }), [1, 0]);
  assert.deepEqual(await sizes({ count: -1 }), [1, 0]);
  assert.deepEqual(await sizes({ startIndex: -5, count: 1 }), [1, 1]);
  assert.deepEqual(await sizes({ startIndex: totalResults + 1 }), [totalResults + 1, 0]);
  assert.deepEqual(await sizes({ startIndex: 2_147_483_647 }), [2_147_483_647, 0]);
  assert.deepEqual(await sizes({ count: 2_147_483_647 }), [1, totalResults]);
  for (const query of ['startIndex=x', 'count=1.5', 'count=1e300', 'sortOrder=up'])
    await scim.refused(['GET', `/Users?${query}`], 400, 'invalidValue');
});

test('a list is in the order that is asked for', async () => {
  const filter = 'userName ew "example.com" and (title pr or externalId pr)';
  const order = async (query: Record<string, string>) =>
    (await list({ filter, ...query })).Resources.map(({ userName }) => userName?.[0]?.toLowerCase());
  assert.deepEqual(await order({ sortBy: 'userName' }), ['a', 'g', 'k', 'm']);
  assert.deepEqual(await order({ sortBy: 'USERNAME', sortOrder: 'descending' }), ['m', 'k', 'g', 'a']);
  assert.deepEqual(await order({ sortBy: 'emails' }), ['a', 'g', 'k', 'm']);
  // Without a title last.
  assert.deepEqual((await order({ sortBy: 'title' })).at(-1), 'g');
  assert.deepEqual(await order({ sortBy: 'id' }), ['a', 'g', 'k', 'm']);
  assert.deepEqual(await order({}), ['a', 'g', 'k', 'm']);
  await scim.refused(['GET', '/Users?sortBy=shoeSize'], 400, 'invalidFilter');
});

test('a request says which attributes it wants', async () => {
  const shown = async (query: string) => scim.ok<ScimUser>('GET', `/Users/${ids['ada']}?${query}`);
  const keys = async (query: string) => Object.keys(await shown(query)).sort();
  assert.deepEqual(await keys('attributes=userName'), ['id', 'schemas', 'userName']);
  assert.deepEqual(await keys(`attributes=USERNAME,%20${scimUrns.user}:title,nothing`), [
    'id',
    'schemas',
    'title',
    'userName',
  ]);
  const { emails, meta, name } = await shown('attributes=emails.type,meta.version,name');
  assert.deepEqual(emails, [{ type: 'work' }, { type: 'home' }]);
  assert.deepEqual(Object.keys(meta ?? {}), ['version']);
  assert.deepEqual(name, people.ada.name);
  const less = await shown(`excludedAttributes=id,emails,name.givenName,${extension}:level`);
  assert.deepEqual([less.id, less.emails, less.name], [ids['ada'], undefined, { familyName: 'Lovelace' }]);
  assert.deepEqual(less[extension], { country: 'GB' });
  assert.deepEqual((await shown(`attributes=${extension}:country`))[extension], { country: 'GB' });
  const made = await scim.call('POST', '/Users?attributes=userName', {
    body: { userName: `${crypto.randomUUID()}@example.com` },
  });
  assert.deepEqual(Object.keys(made.json()).sort(), ['id', 'schemas', 'userName']);
});
