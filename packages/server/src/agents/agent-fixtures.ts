import { SECRET, type FeatureFixtures } from '../test/feature-fixtures.ts';
import { rowsOf, runIn, type CreateListRows, type TableCopyRules } from '../test/feature-list-rows.ts';
import type { TestApp } from '../test/test-app.ts';
import type { WorkspaceCalls } from '../test/workspace-calls.ts';

/** Records of requests and ids of none. */
export const fixtures = {
  agentId: {
    missing: 900_021,
    make: ({ testApp, calls }) => findAutomaticAgent(testApp, calls),
  },
  memoryId: {
    missing: 900_023,
    make: async ({ testApp, calls }) => {
      const { rows } = await testApp.database.pool.query<{ id: number }>(
        'insert into agent_memories (deployment_id, agent_id, user_id, text) values ($1, $2, $3, $4) returning id',
        [
          testApp.deploymentId,
          await findAutomaticAgent(testApp, calls),
          testApp.adminId,
          `${SECRET} ${crypto.randomUUID()}`,
        ],
      );
      return rows[0]?.id ?? 0;
    },
  },
  chatThreadId: {
    missing: '00000000-0000-4000-8000-000000000001',
    make: async ({ testApp }) => {
      const { rows } = await testApp.database.pool.query<{ id: string }>(
        `insert into chat_threads (deployment_id, agent_id, user_id, title)
       select deployment_id, id, $2, $3 from agents where deployment_id = $1 and is_automatic returning id`,
        [testApp.deploymentId, testApp.adminId, SECRET],
      );
      return rows[0]?.id ?? '';
    },
  },
} satisfies FeatureFixtures;

/** Rows of the lists. */
export const createListRows: CreateListRows = (context) => {
  const run = runIn(context);
  return {
    getAgents: rowsOf('agents'),
    getChatThreads: rowsOf('chat_threads'),
    getLanguageModelUsage: {
      ...rowsOf('chat_usage'),
      start: () =>
        run(
          'insert into chat_usage (tenant_id, user_id, day) select tenant_id, id, current_date from users where id = $1',
          context().app.adminId,
        ),
    },
  };
};

/** What the database does not know of the tables. */
export const listTableRules: TableCopyRules = {
  chat_usage: { differsBy: 'day' },
};

/** The agent that threads are with as well. The list has what was committed last built, as every question to it. */
async function findAutomaticAgent(
  { database, deploymentId }: TestApp,
  calls: WorkspaceCalls,
): Promise<number> {
  await calls.ok('GET', '/agents');
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from agents where deployment_id = $1 and is_automatic',
    [deploymentId],
  );
  return rows[0]?.id ?? 0;
}
