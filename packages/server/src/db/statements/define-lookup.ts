import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import { createBatches, type Batched } from './batches.ts';
import { toColumnName } from '../column-names.ts';
import type { Database } from '../database.ts';
import { definePrepared, type NameValue } from './define-statement.ts';

/** The type that each value of a look-up has in PostgreSQL. */
export type ColumnTypes<Values> = { readonly [Name in keyof Values]-?: 'integer' | 'integer[]' | 'text' };

/**
 * Defines a look-up of one row that requests make all the time: the look-ups of concurrent requests are one statement,
 * in which those with the same values are one. It is read after each of them has asked.
 *
 * @param types of the values; null stands for a value that is undefined
 * @param build puts the statement of one look-up together, as for `defineStatement`; a value is a column there. No
 * `limit`: of several rows any one is found
 * @returns makes the look-up on a database
 */
export function defineLookup<Values extends object, Row extends pg.QueryResultRow>(
  types: ColumnTypes<Values>,
  build: (value: NameValue<Values>, db: Database['db']) => RawBuilder<Row>,
): (database: Pick<Database, 'db' | 'pool'>) => Batched<Values, Row | undefined> {
  // The keys of an object of these keys.
  const names = Object.keys(types) as (keyof Values & string)[];
  const columns = names.map((name) => sql`${sql.ref(name)} ${sql.raw(types[name])}`);
  // Each place is looked at by itself: a plan that joins all of them would read whole tables, because it is made for a
  // hundred. The planner does not see the values: it would plan each look-up anew.
  const find = definePrepared<{ given: string }, { place: number } & Row>(
    (value, db) => sql`
      select given.place, found.* from json_to_recordset((select ${value('given')}::json)) as given(place integer, ${sql.join(columns)})
      cross join lateral (${build((name) => sql`${sql.ref(`given.${String(name)}`)}`, db)} limit 1) found`,
  );
  const rowOf = (values: Values, place: number) =>
    Object.fromEntries([['place', place], ...names.map((name) => [toColumnName(name), values[name]])]);
  return (database) =>
    createBatches(async (inputs) => {
      const keys = inputs.map((values) => JSON.stringify(names.map((name) => values[name])));
      const places = new Map(keys.map((key, index) => [key, index]));
      const given = inputs.flatMap((values, index) =>
        places.get(keys[index] ?? '') === index ? [rowOf(values, index)] : [],
      );
      const rows = await find(database, { given: JSON.stringify(given) });
      const found = new Map(rows.map(({ place, ...row }) => [place, row]));
      // Of a row without the place that was added above.
      return keys.map((key) => found.get(places.get(key) ?? -1) as Row | undefined);
    });
}
