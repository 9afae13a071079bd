import { writeDuckDbFile } from '@oriel/engine/test';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runOriel, type CommandOptions, type CommandOutcome } from './run-oriel.ts';

/** A folder with a model in `model/` and the data that it is about in `shop.duckdb`, where commands are run. */
export interface Shop {
  readonly cwd: string;
  oriel(args: readonly string[], options?: Partial<CommandOptions>): Promise<CommandOutcome>;
  /** What a command prints that is done without a fault. */
  output(args: readonly string[], options?: Partial<CommandOptions>): Promise<string>;
  write(path: string, content: string): Promise<void>;
  close(): Promise<void>;
}

const orders = `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - { name: note, sql: note, type: string }
      - { name: created_at, sql: created_at, type: time }
      - { name: broken, sql: no_such_column, type: string }
    measures:
      - { name: count, type: count }
      - { name: revenue, type: sum, sql: amount }
`;

const sales = `views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [status, count] }
    access_policy:
      - group: everything
        row_level: { allow_all: true }
      - group: '*'
        row_level:
          filters:
            - { member: status, operator: equals, values: ['{ userAttributes.status }'] }
`;

/** Makes a shop with three orders: two paid ones in January 2026 and an open one in February. */
export async function openShop(): Promise<Shop> {
  const cwd = await mkdtemp(join(tmpdir(), 'oriel-shop-'));
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  };
  await write('model/cubes/orders.yml', orders);
  await write('model/views/sales.yaml', sales);
  await writeDuckDbFile(
    join(cwd, 'shop.duckdb'),
    'create table orders (id bigint, status varchar, note varchar, amount decimal(10, 2), created_at timestamp)',
    `insert into orders values
      (1, 'paid', 'it''s "here"', 40, '2026-01-05 09:00:00'),
      (2, 'paid', '50%_off', 99.90, '2026-01-31 23:30:00'),
      (3, 'open', '\\ ; -- /*', 15.50, '2026-02-02 11:00:00')`,
  );
  const oriel: Shop['oriel'] = (args, options = {}) => runOriel(args, { cwd, ...options });
  return {
    cwd,
    oriel,
    async output(args, options) {
      const { code, stdout, stderr } = await oriel(args, options);
      assert.deepEqual([code, stderr], [0, '']);
      return stdout;
    },
    write,
    close: () => rm(cwd, { recursive: true, force: true }),
  };
}

/** A fault is told on the error output alone. */
export function assertFault(outcome: CommandOutcome, code: number, message: string | RegExp): void {
  assert.deepEqual([outcome.code, outcome.stdout], [code, '']);
  if (message instanceof RegExp) assert.match(outcome.stderr, message);
  else assert.equal(outcome.stderr, `oriel: ${message}\n`);
}
