import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The tenants of the viewers, each with rows that bear its name and are as many as no other's. */
export const TENANTS = [
  { name: 'north', rows: 30_011 },
  { name: 'east', rows: 30_013 },
  { name: 'south', rows: 30_029 },
  { name: 'west', rows: 30_047 },
] as const;

/** A tenant of the viewers. */
export type Tenant = (typeof TENANTS)[number];

const rowsOf = ({ name, rows }: Tenant) =>
  `SELECT '${name}-' || range AS id, '${name}' AS tenant, range % 7 AS kind, range AS amount FROM range(${rows})`;

/** Rows of all tenants, of which each viewer sees its own. */
const model = `
cubes:
  - name: sales
    sql: >
      ${TENANTS.map(rowsOf).join(' UNION ALL ')}
    dimensions:
      - { name: id, sql: id, type: string, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: string }
      - { name: kind, sql: kind, type: number }
      - { name: amount, sql: amount, type: number }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
    access_policy:
      - group: '*'
        row_level:
          filters:
            - member: tenant
              operator: equals
              values: ['{ securityContext.tenant }']
`;

/** Puts the model into a deployment, as its author does: in a clone, with git, and pushes. */
export async function commitModel(dataDir: string, deploymentId: number): Promise<void> {
  const clone = await mkdtemp(join(tmpdir(), 'oriel-chaos-clone-'));
  const author = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com'];
  const git = (...args: string[]) => promisify(execFile)('git', ['-C', clone, ...author, ...args]);
  await git('clone', '--quiet', join(dataDir, `deployments/${deploymentId}/model.git`), '.');
  await mkdir(join(clone, 'model/cubes'), { recursive: true });
  await writeFile(join(clone, 'model/cubes/sales.yml'), model);
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Add the sales');
  await git('push', '--quiet', 'origin', 'HEAD');
  await rm(clone, { recursive: true, maxRetries: 10 });
}
