import pg from 'pg';
import { compare, measureInTurn, type Bench, type BenchResult } from './bench.ts';
import { withDurableOriel } from './durable-oriel.ts';
import type { OrielProcess } from './oriel-process.ts';

const BATCH = 100;
const ROUNDS = 10;
const TARGET = 3;

/**
 * 1,000 users by SCIM, one after the other as a provider sends them, on a PostgreSQL that waits for the disk, beside the same rows
 * by plain transactions of SQL on one connection: begin, a prepared insert, commit. The triggers of the table, those of the audit log
 * included, run in both.
 */
export const scimCreates: Bench = {
  id: 'scim-creates',
  title: 'Users created by SCIM',
  run: (): Promise<BenchResult[]> =>
    withDurableOriel(async ({ oriel, connection }) => {
      const client = new pg.Client(connection);
      await client.connect();
      try {
        const samples = await measureInTurn(
          { oriel: () => createByScim(oriel), floor: () => createBySql(client) },
          { rounds: ROUNDS },
        );
        return [compare('scim-creates', samples, { target: TARGET, note: `${BATCH} users in a sample` })];
      } finally {
        await client.end();
      }
    }),
};

let made = 0;
const nextName = () => `person-${(made += 1)}@example.com`;

async function createByScim(oriel: OrielProcess): Promise<void> {
  for (let count = 0; count < BATCH; count += 1) {
    const userName = nextName();
    const answer = await oriel.post('/api/scim/v2/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName,
      externalId: userName,
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ value: userName, type: 'work', primary: true }],
      active: true,
    });
    if (!answer.includes('"id":"')) throw new Error(`A user was answered with ${answer}`);
  }
}

const INSERT = `insert into users (tenant_id, email, username, first_name, given_name, family_name, external_id, role)
  values ((select min(id) from tenants), $1, $1, 'Grace Hopper', 'Grace', 'Hopper', $1, 'Viewer') returning id`;

async function createBySql(client: pg.Client): Promise<void> {
  for (let count = 0; count < BATCH; count += 1) {
    await client.query('begin');
    await client.query({ name: 'insert', text: INSERT, values: [nextName()] });
    await client.query('commit');
  }
}
