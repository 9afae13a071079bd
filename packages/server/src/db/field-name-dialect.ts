import {
  PostgresDialect,
  PostgresQueryCompiler,
  type Driver,
  type PostgresDialectConfig,
  type QueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { toColumnName, toFieldName } from './column-names.ts';
import { Parameter } from './parameter.ts';
import { RequestDriver } from './request-driver.ts';

class FieldNameCompiler extends PostgresQueryCompiler {
  /** The numbers of the parameters that have names. */
  readonly #numbers = new Map<string, number>();

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#numbers.clear();
    return super.compileQuery(...query);
  }

  protected override appendValue(value: unknown): void {
    const number = value instanceof Parameter ? this.#numbers.get(value.name) : undefined;
    if (number !== undefined) return this.append(`$${number}`);
    super.appendValue(value);
    if (value instanceof Parameter) this.#numbers.set(value.name, this.numParameters);
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(toColumnName(identifier));
  }
}

/** PostgreSQL for query builders that name tables and columns as fields. */
export class FieldNameDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new RequestDriver(this.#config);
  }

  override createQueryCompiler(): QueryCompiler {
    return new FieldNameCompiler();
  }
}

interface RowDescription {
  fields: { name: string }[];
}

/**
 * Has a connection answer with field names. The description of the rows comes before the rows, and the client builds
 * each row by it.
 */
export function answerFieldNames(client: pg.PoolClient): void {
  client.connection.prependListener('rowDescription', ({ fields }: RowDescription) => {
    for (const field of fields) field.name = toFieldName(field.name);
  });
}
