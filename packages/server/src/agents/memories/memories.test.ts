import type { AgentMemoriesResponse, AgentMemory, AgentsListResponse, ChatFrame } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  createTestApp,
  createWorkspaceCalls,
  openEmbedSession,
  openModelRepository,
  type Person,
  type TestApp,
  type WorkspaceCalls,
} from '../../test/index.ts';
import { startModelServer, type ModelServer } from '../../test/hosts/model-server.ts';

const config = (mode: string) => `agents:
  - { name: seller, space: sales, memory_mode: ${mode} }
  - { name: buyer, space: sales, memory_mode: ${mode} }
  - { name: clerk, space: office, memory_mode: user }
spaces:
  - name: sales
  - name: office
`;

let server: ModelServer;
let app: TestApp;
let calls: WorkspaceCalls;
let accountName: string;
let [ada, bob]: Person[] = [];
const agents: Record<string, number> = {};
before(async () => {
  server = await startModelServer();
  const endpoint = { provider: 'openai-compatible', baseUrl: server.url, apiKey: 'k', model: 'm' } as const;
  app = await createTestApp({ models: { endpoint, allowsPrivate: true } });
  calls = createWorkspaceCalls(app);
  ({ name: accountName } = await app.database.db
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', app.tenantId)
    .executeTakeFirstOrThrow());
  await configure('space');
  const { items } = await calls.ok<AgentsListResponse>('GET', '/agents');
  for (const { id, name } of items) agents[name] = id;
  assert.deepEqual(
    items.map(({ name, memoryMode }) => [name, memoryMode]),
    [
      ['default', 'disabled'],
      ['seller', 'space'],
      ['buyer', 'space'],
      ['clerk', 'user'],
    ],
  );
  [ada, bob] = await Promise.all([calls.makePerson(), calls.makePerson()]);
});
afterEach(async () => {
  server.requests.splice(0);
  server.steps.splice(0);
  await app.database.db.deleteFrom('agentMemories').execute();
});
after(() => Promise.all([app.close(), server.close()]));

async function configure(mode: string): Promise<void> {
  const repository = await openModelRepository(app.dataDir, app.deploymentId);
  const { deployBranch: branch } = await app.database.db
    .selectFrom('deployments')
    .select('deployBranch')
    .where('id', '=', app.deploymentId)
    .executeTakeFirstOrThrow();
  await repository.commit({
    branch,
    message: 'Agents',
    author: { name: 'Ada', email: 'ada@example.com' },
    files: [{ path: 'agents/config.yml', content: config(mode) }],
  });
}

const at = (agent: string, id?: number) =>
  `/agents/${agents[agent]}/memories${id === undefined ? '' : `/${id}`}`;
const keyOf = (person: Person | undefined) => ({ key: person?.key ?? '' });
const make = (agent: string, body: object, person?: Person) =>
  calls.ok<AgentMemory>('POST', at(agent), { body, ...(person && keyOf(person)) });
const textsOf = async (agent: string, person?: Person) => {
  const { items } = await calls.ok<AgentMemoriesResponse>('GET', at(agent), person && keyOf(person));
  return items.map(({ text }) => text);
};

/** Asks as a back end does for a viewer. */
async function ask(agent: string, input: string, externalId = 'viewer'): Promise<ChatFrame[]> {
  const path = `/api/v1/public/${accountName}/agents/${agents[agent]}/chat/stream-chat-state`;
  const answer = await app.call({ method: 'POST', path, body: { input, sessionSettings: { externalId } } });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ChatFrame);
}
const instructions = () => JSON.stringify(server.requests.at(-1)?.body.messages[0]);
const toolNames = () => JSON.stringify(server.requests.at(-1)?.body.tools ?? []);

test('a memory is of its person and of the space, and those that everybody has are given by who may write rules', async () => {
  const own = await make('seller', { text: '  Answer in tables ' }, ada);
  assert.deepEqual([own.text, own.isShared, own.mayDelete], ['Answer in tables', false, true]);
  const shared = await make('buyer', { text: 'The year begins in April', isShared: true });
  assert.deepEqual(await textsOf('buyer', ada), ['Answer in tables', 'The year begins in April']);
  assert.deepEqual(await textsOf('seller', bob), ['The year begins in April']);
  assert.deepEqual(await textsOf('clerk', ada), []);
  const { items, mayShare } = await calls.ok<AgentMemoriesResponse>('GET', at('seller'), keyOf(bob));
  assert.deepEqual([items[0]?.mayDelete, mayShare], [false, false]);
  // Others can neither give to everybody, nor delete what is not theirs, nor learn that it is there.
  await calls.refused(
    ['POST', at('seller'), { body: { text: 'Lie', isShared: true }, ...keyOf(bob) }],
    403,
    'forbidden',
  );
  for (const id of [own.id, shared.id, 2 ** 31])
    await calls.refused(['DELETE', at('seller', id), keyOf(bob)], 404, 'agent_memory_not_found');
  await calls.refused(['DELETE', at('clerk', own.id), keyOf(ada)], 404, 'agent_memory_not_found');
  await calls.ok('DELETE', at('seller', own.id), keyOf(ada));
  await calls.ok('DELETE', at('seller', shared.id));
  assert.deepEqual(await textsOf('seller', ada), []);
});

test('what a mode does not remember is neither taken nor told', async () => {
  await calls.refused(['POST', at('default'), { body: { text: 'x' } }], 409, 'agent_memory_off');
  await calls.refused(['POST', at('clerk'), { body: { text: 'x', isShared: true } }], 403, 'forbidden');
  await make('seller', { text: 'Kept' }, ada);
  await make('seller', { text: 'For all', isShared: true });
  await configure('user');
  assert.deepEqual(await textsOf('seller', ada), ['Kept']);
  await configure('disabled');
  assert.deepEqual(await textsOf('seller', ada), []);
  await configure('space');
  assert.deepEqual(await textsOf('seller', ada), ['Kept', 'For all']);
});

test('texts are bounded, and the same one is remembered once, also by many at a time', async () => {
  for (const text of ['', ' ', 'a'.repeat(501), 'a\u0000b', '\ud800'])
    await calls.refused(['POST', at('clerk'), { body: { text }, ...keyOf(ada) }], 400, 'validation_failed');
  const same = await Promise.all(Array.from({ length: 6 }, () => make('clerk', { text: 'Once' }, ada)));
  assert.equal(new Set(same.map(({ id }) => id)).size, 1);
  const many = await Promise.all(
    Array.from({ length: 110 }, (_, index) =>
      calls.call('POST', at('clerk'), { body: { text: `Text ${index}` }, ...keyOf(ada) }),
    ),
  );
  const refused = many.filter(({ statusCode }) => statusCode === 409);
  assert.deepEqual([refused.length, refused[0]?.json().code], [11, 'agent_memories_full']);
  assert.equal((await textsOf('clerk', ada)).length, 100);
  await make('clerk', { text: 'Bob has room' }, bob);
});

test('an agent remembers what a viewer asks for, tells it to the model of the next thread, and forgets it', async () => {
  server.steps.push({ toolCalls: [{ name: 'remember', input: { text: 'Late is over 30 minutes' } }] });
  const frames = await ask('seller', 'Remember that late is over 30 minutes');
  const call = frames.findLast(({ toolCall }) => toolCall?.name === 'remember')?.toolCall;
  const { memoryId } = JSON.parse(call?.result ?? '{}') as { memoryId: number };
  await ask('buyer', 'How many were late?');
  assert.match(instructions(), new RegExp(`${memoryId}: .*Late is over 30 minutes`));
  await ask('buyer', 'How many were late?', 'someone-else');
  assert.doesNotMatch(instructions(), /Late is over/);
  assert.match(toolNames(), /"remember"/);
  server.steps.push({ toolCalls: [{ name: 'forget', input: { memoryId } }] });
  await ask('seller', 'Forget it');
  await ask('seller', 'How many were late?');
  assert.doesNotMatch(instructions(), /Late is over/);
  await ask('default', 'How many were late?');
  assert.doesNotMatch(toolNames(), /"remember"|"forget"/);
});

test('a tool cannot give to everybody, and cannot forget for others', async () => {
  const { id } = await make('seller', { text: 'For all', isShared: true });
  server.steps.push({
    toolCalls: [
      { name: 'remember', input: { text: 'Lie', isShared: true } },
      { name: 'forget', input: { memoryId: id } },
    ],
  });
  const frames = await ask('seller', 'Do it');
  const codes = frames.flatMap(({ toolCall, isDelta }) => {
    if (!toolCall?.result || isDelta) return [];
    return (JSON.parse(toolCall.result) as { error?: { code: string } }).error?.code ?? [];
  });
  assert.deepEqual(new Set(codes), new Set(['validation_failed', 'agent_memory_not_found']));
  assert.deepEqual(await textsOf('seller'), ['For all']);
});

test('a session without AI reaches no memories', async () => {
  const token = await openEmbedSession(app, { embedTenantName: 'shop', settings: { allowAi: false } });
  const path = `/api/v1/deployments/${app.deploymentId}${at('seller')}`;
  const headers = { authorization: `Embed-Token ${token}` };
  const answer = await app.call({ method: 'GET', path, key: '', headers });
  assert.deepEqual([answer.statusCode, answer.json().code], [403, 'ai_not_allowed']);
});
