import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Stands for a value in the text of a statement. */
class Placeholder {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Names a value within a statement that is being defined. */
export type NameValue<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Defines a statement of a hot path with one text: it is put together once, and afterwards only its values are sent.
 *
 * @param build puts the statement together; a value is `value('name')` there, as often as it is needed
 */
export function defineStatement<Values extends object, Row>(
  build: (value: NameValue<Values>) => RawBuilder<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery | undefined;
  return async (db, values) => {
    compiled ??= build((name) => sql`${new Placeholder(name)}`).compile(db);
    const parameters = compiled.parameters.map((parameter) =>
      // The name is one that `build` was given.
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters));
    return rows;
  };
}
