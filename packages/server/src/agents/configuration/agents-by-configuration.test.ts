import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, openModelRepository, type TestApp } from '../../test/index.ts';
import { readConfiguration } from '../../agent-files/read-configuration.ts';

const several = `agents:
  - name: analyst
    description: Answers about sales
    space: sales
    accessible_views: [trade]
    suggestions:
      - Revenue by month
      - { title: Late, prompt: Which flights were late? }
  - { name: planner, space: plans }
spaces:
  - name: sales
  - name: plans
`;
const rule = `---
space: sales
type: always
description: Words
---
Revenue is money that came in.
`;
const query = `---
user_request: Revenue by region?
description: Checked by finance
---
\`\`\`json
{ "measures": ["trade.revenue"], "dimensions": ["trade.region"] }
\`\`\`
`;
const file = (path: string, content: string) => ({ path, content });

test('several agents with their spaces, rules, skills and certified queries', async () => {
  const { configuration, problems } = await readConfiguration([
    file('agents/config.yml', several),
    file('agents/rules/words.md', rule),
    file('agents/skills/forecast.md', '---\nname: Forecast\n---\nUse the last year.\n'),
    file('agents/certified_queries/by-region.md', query),
    file('model/trade.yml', 'views: []'),
  ]);
  assert.deepEqual(problems, []);
  assert.deepEqual(configuration.spaces, ['sales', 'plans']);
  assert.deepEqual(
    configuration.agents.map(({ name, space, accessibleViews }) => [name, space, accessibleViews]),
    [
      ['analyst', 'sales', ['trade']],
      ['planner', 'plans', []],
    ],
  );
  assert.deepEqual(configuration.rules, [
    { space: 'sales', text: 'Words\nRevenue is money that came in.' },
    { space: undefined, text: 'Skill: Forecast\nUse the last year.' },
  ]);
  assert.deepEqual(configuration.certifiedQueries, [
    {
      name: 'by-region',
      userRequest: 'Revenue by region?',
      description: 'Checked by finance',
      query: '{"measures":["trade.revenue"],"dimensions":["trade.region"]}',
      space: undefined,
    },
  ]);
});

test('every fault is told with its file and line', async () => {
  const { problems } = await readConfiguration([
    file(
      'agents/config.yml',
      'llm: [large]\nagents:\n  - { space: none }\n  - { name: a }\nspaces: no\ncolour: red\n',
    ),
    file('agents/rules/empty.md', '---\nspace: elsewhere\nshade: 1\n---\n'),
    file('agents/certified_queries/sql.md', '---\nuser_request: All?\n---\nSELECT 1\n'),
    file('agents/skills/broken.md', '---\nname: "x\n---\nText\n'),
  ]);
  const told = problems.map(({ path, line, message }) => `${path}:${line}: ${message}`);
  for (const expected of [
    'agents/config.yml:1: llm belongs to one of agents: config.yml has one style, not both',
    'agents/config.yml:3: An agent needs a name',
    'agents/config.yml:3: There is no space "none" in spaces',
    'agents/config.yml:4: An agent needs a space',
    'agents/config.yml:5: spaces must be a list',
    'agents/config.yml:6: There is no property colour here',
    'agents/rules/empty.md:2: There is no space "elsewhere" in config.yml',
    'agents/rules/empty.md:3: There is no property shade here',
    'agents/certified_queries/sql.md:4: A certified query is a query of the query API as JSON, perhaps in a fence',
  ])
    assert.ok(told.includes(expected), `${expected}\n${told.join('\n')}`);
  assert.ok(told.some((each) => each.startsWith('agents/skills/broken.md:')));
});

test('a name that comes again is told at its own line, each time, and the first holds', async () => {
  const { configuration, problems } = await readConfiguration([
    file(
      'agents/config.yml',
      `agents:
  - { name: planner, space: plans, title: First }
  - { name: planner, space: plans }
  - space: plans
    name: planner
spaces:
  - name: plans
  - name: sales
  - name: plans
`,
    ),
  ]);
  assert.deepEqual(
    problems.map(({ line, message }) => `${line}: ${message}`),
    ['9: spaces has "plans" twice', '3: agents has "planner" twice', '5: agents has "planner" twice'],
  );
  assert.deepEqual(
    configuration.agents.map(({ title }) => title),
    ['First'],
  );
  assert.deepEqual(configuration.spaces, ['plans', 'sales']);
});

let testApp: TestApp;
before(async () => {
  testApp = await createTestApp();
});
after(() => testApp.close());

const get = async (path: string) => {
  const answer = await testApp.call({
    method: 'GET',
    path: `/api/v1/deployments/${testApp.deploymentId}/${path}`,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as {
    items: { id: number; name: string; title: string | null; space: object | null }[];
  };
};
const commit = async (files: readonly { path: string; content: string }[]) => {
  const repository = await openModelRepository(testApp.dataDir, testApp.deploymentId);
  const author = { name: 'Ada', email: 'ada@example.com' };
  const { deployBranch: branch } = await testApp.database.db
    .selectFrom('deployments')
    .select('deployBranch')
    .where('id', '=', testApp.deploymentId)
    .executeTakeFirstOrThrow();
  return repository.commit({ branch, message: 'Agents', author, files });
};

test('the records follow the deployed commit: by name, and back again with their ids', async () => {
  const [automatic, ...others] = (await get('agents')).items;
  assert.deepEqual([automatic?.name, others], ['default', []]);
  await commit([file('agents/config.yml', several), file('agents/certified_queries/by-region.md', query)]);
  const { items } = await get('agents');
  assert.deepEqual(
    items.map(({ name, space }) => [name, (space as { name?: string } | null)?.name]),
    [
      ['default', undefined],
      ['analyst', 'sales'],
      ['planner', 'plans'],
    ],
  );
  const suggestions = (await get('agent-suggestions')).items as unknown as {
    agentName: string;
    prompt: string;
  }[];
  assert.deepEqual(
    suggestions.filter(({ agentName }) => agentName === 'analyst').map(({ prompt }) => prompt),
    ['Revenue by month', 'Which flights were late?', 'Revenue by region?'],
  );
  // A certified query that is offered under a title of its own is not offered twice.
  await commit([
    file('agents/config.yml', several.replace('Revenue by month', 'revenue by region?')),
    file('agents/certified_queries/by-region.md', query),
  ]);
  assert.deepEqual(
    ((await get('agent-suggestions')).items as unknown as { agentName: string; prompt: string }[])
      .filter(({ agentName }) => agentName === 'analyst')
      .map(({ prompt }) => prompt),
    ['revenue by region?', 'Which flights were late?'],
  );
  await commit([file('agents/config.yml', 'title: Clerk\ndescription: Knows all\n')]);
  assert.deepEqual(
    (await get('agents')).items.map(({ id, title }) => [id, title]),
    [[automatic?.id, 'Clerk']],
  );
  await commit([file('agents/config.yml', several)]);
  assert.deepEqual(
    (await get('agents')).items.map(({ id }) => id),
    items.map(({ id }) => id),
  );
  assert.equal((await get('agents')).items[0]?.title, automatic?.title, 'the title of before');
});
