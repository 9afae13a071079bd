import type { WorkspaceItemRefInput } from '@oriel/contract';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { currentOutcomes, nameOfItem, noteOutcomes } from '../../db/item-outcomes.ts';
import { toPrepared, type PreparedStatement } from '../../db/statements/prepared.ts';
import { beginAsCaller, type OutcomeLog } from '../../db/request-context.ts';
import { sendTogether } from '../../db/statements/send-together.ts';
import { refusalOfConstraint } from '../items/constraint-refusals.ts';
import type { ItemChanges } from './item-changes.ts';
import { enterWorkspace } from './workspace-change.ts';

/** For what another transaction holds: longer would be time in which this one holds all of its rows. */
const LOCK_TIMEOUT = '5ms';

/** A statement of a batch, and the items that it changes. Its rows say their ids, but for that of an only item. */
export interface BatchStep {
  readonly items: readonly WorkspaceItemRefInput[];
  readonly statement: PreparedStatement;
}

/** The rows of the items of a batch; an item that is not there has none. */
type RowsOfItems = ReadonlyMap<WorkspaceItemRefInput, object>;

/** What the statements of a batch have come to. */
type Results = readonly PromiseSettledResult<pg.QueryResult>[];

/**
 * Runs the statements of a batch as one transaction, sent at once, and answers when it is on disk. It holds the rows of
 * many items until its end, so it waits for those of others hardly at all. Triggers that count do so for each
 * statement.
 *
 * Of a request with a key, what became of each item is stored in the same transaction.
 *
 * @param first is run before the items
 * @returns undefined where nothing was done: the database has failed one of the statements, or the same request, sent
 * before, has done a part
 * @throws the refusal of a caller who may do less by now; what the database says to all of them, where it is away
 */
export async function runTogether(
  database: Pick<Database, 'pipelined' | 'db'>,
  changes: ItemChanges,
  steps: readonly BatchStep[],
  first: readonly PreparedStatement[] = [],
): Promise<RowsOfItems | undefined> {
  const log = currentOutcomes();
  const isKnown = (item: WorkspaceItemRefInput) => log?.known.has(nameOfItem(item)) === true;
  if (steps.some(({ items }) => items.some(isKnown))) return undefined;
  const client = await database.pipelined.connect();
  const batch: Batch = { client, db: database.db, changes, first, steps };
  let isClean = false;
  try {
    const { rows, isEnded } = await (log ? runNoted(batch, log) : runPlain(batch));
    isClean = isEnded;
    return rows;
  } finally {
    // A connection on which a transaction may be open is not used again.
    client.release(!isClean);
  }
}

interface Batch {
  readonly client: pg.PoolClient;
  readonly db: Database['db'];
  readonly changes: ItemChanges;
  readonly first: readonly PreparedStatement[];
  readonly steps: readonly BatchStep[];
}

/** What a batch has come to, and whether no transaction is open on its connection. */
interface Ended {
  readonly rows: RowsOfItems | undefined;
  readonly isEnded: boolean;
}

function statementsOf({ db, changes, first, steps }: Batch): readonly (PreparedStatement | string)[] {
  const { lock, scope } = changes;
  const enter = sql`select ${enterWorkspace(lock, scope)}, set_config('lock_timeout', ${LOCK_TIMEOUT}, true),
    set_config('oriel.files_many', 'together', true)`;
  return [beginAsCaller(), toPrepared(db, enter), ...first, ...steps.map(({ statement }) => statement)];
}

async function runPlain(batch: Batch): Promise<Ended> {
  const [begun, entered, ...rest] = await sendTogether(batch.client, [...statementsOf(batch), 'commit']);
  const committed = rest.pop();
  for (const each of [begun, committed]) if (each?.status === 'rejected') throw each.reason;
  if (entered?.status === 'rejected') throw refusalOfConstraint(entered.reason, {}) ?? entered.reason;
  for (const each of rest)
    if (each.status === 'rejected' && !(each.reason instanceof pg.DatabaseError)) throw each.reason;
  return { rows: rowsOf(batch, rest), isEnded: true };
}

/** Nothing is committed before all outcomes are known, so whatever fails until then has changed nothing. */
async function runNoted(batch: Batch, log: OutcomeLog): Promise<Ended> {
  const { client, db, steps } = batch;
  const [begun, entered, ...rest] = await sendTogether(client, statementsOf(batch));
  const refusal = entered?.status === 'rejected' && refusalOfConstraint(entered.reason, {});
  if (refusal) throw refusal;
  const isEntered = begun?.status === 'fulfilled' && entered?.status === 'fulfilled';
  const rows = isEntered ? rowsOf(batch, rest) : undefined;
  if (!rows) return { rows, isEnded: await isAnswered(client, 'rollback') };
  const items = steps.flatMap((step) => step.items);
  // As the statement of one item answers.
  const outcomes = new Map(items.map((item) => [nameOfItem(item), { rows: [rows.get(item) ?? []].flat() }]));
  const [noted, committed] = await sendTogether(client, [
    toPrepared(db, noteOutcomes(log, outcomes)),
    'commit',
  ]);
  // What the database refuses to note it has not committed either.
  if (noted.status === 'rejected' && noted.reason instanceof pg.DatabaseError)
    return { rows: undefined, isEnded: committed.status === 'fulfilled' };
  for (const each of [noted, committed]) if (each.status === 'rejected') throw each.reason;
  for (const [name, outcome] of outcomes) log.known.set(name, outcome);
  return { rows, isEnded: true };
}

async function isAnswered(client: pg.PoolClient, text: string): Promise<boolean> {
  const [answered] = await Promise.allSettled([client.query(text)]);
  return answered.status === 'fulfilled';
}

/** The rows of the items, from the results of what was run first and of the steps; undefined where one has failed. */
function rowsOf({ first, steps }: Batch, results: Results): RowsOfItems | undefined {
  const rows = new Map<WorkspaceItemRefInput, object>();
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') return undefined;
    const items = steps[index - first.length]?.items ?? [];
    // The statements of steps say which row is of which item.
    for (const [item, row] of pair(items, result.value.rows as { id: number }[])) rows.set(item, row);
  }
  return rows;
}

/** The rows of a statement with their items. */
function pair<Row extends { readonly id: number }>(
  items: readonly WorkspaceItemRefInput[],
  rows: readonly Row[],
): (readonly [WorkspaceItemRefInput, Row])[] {
  const [only, ...others] = items;
  const byId = new Map(items.map((item) => [item.id, item]));
  return rows.flatMap((row) => {
    const item = others.length === 0 ? only : byId.get(row.id);
    return item ? [[item, row] as const] : [];
  });
}
