import { readSchema, type ColumnSchema, type SourceSchema, type TableSchema } from '@oriel/engine/statements';
import type { LocalCommand } from '../command.ts';
import { exitCodes, UsageError } from '../command-error.ts';
import { flagTable } from '../flags.ts';
import { openGivenSource } from '../model/open-given-source.ts';
import { explainQueryFault } from '../model/query-faults.ts';
import { getSourceKind } from '../model/source-kinds.ts';

/** `oriel source tables`: lists what a model can be made of. */
export const sourceTables: LocalCommand = {
  kind: 'local',
  usage: '--source SOURCE [--schema NAME]',
  description:
    'Lists the tables and views of a database that its user may read, with their columns, types and keys; at most\n' +
    '10,000 tables, and it says where there are more. With --json {"schemas", "isCut"}.',
  flags: ['source', 'schema'],
  async run({ flags, variables, untilInterrupted, printNext, printError }) {
    const { source: address, schema, json } = flags;
    if (address === undefined) throw new UsageError(`--source is missing: ${flagTable.source.help}`);
    const config = getSourceKind(address).configOf(address, variables);
    const source = await openGivenSource(config);
    try {
      const found = await untilInterrupted((signal) =>
        readSchema(source, config, { signal, ...(schema !== undefined && { schema }) }),
      );
      const text = json ? JSON.stringify(found, undefined, 2) : linesOf(found).join('\n');
      await printNext(Buffer.from(`${text}\n`));
      if (found.isCut && !json)
        printError('There is more than this lists; --schema asks for one schema alone.');
      return exitCodes.done;
    } catch (error) {
      throw explainQueryFault(error) ?? error;
    } finally {
      await source.close();
    }
  },
};

function linesOf({ schemas }: SourceSchema): string[] {
  const lines = schemas.flatMap(({ catalog, name, tables }) =>
    tables.flatMap((table) => linesOfTable([...(catalog === undefined ? [] : [catalog]), name], table)),
  );
  return lines.length > 0 ? lines : ['No tables that this user may read.'];
}

function linesOfTable(place: readonly string[], table: TableSchema): string[] {
  const { name, kind, comment, columns, primaryKey = [], foreignKeys } = table;
  const width = Math.max(0, ...columns.map((column) => column.name.length));
  const keys = foreignKeys.map(({ columns: own, references }) => {
    const { catalog, schema, table: other, columns: theirs } = references;
    const target = [...(catalog === undefined ? [] : [catalog]), schema, other].join('.');
    return `  ${own.join(', ')} -> ${target} (${theirs.join(', ')})`;
  });
  return [
    `${[...place, name].join('.')}${kind === 'view' ? ' (view)' : ''}${comment === undefined ? '' : `: ${comment}`}`,
    ...columns.map((column) => lineOfColumn(column, width, primaryKey.includes(column.name))),
    ...keys,
    ...(table.isCut ? ['  and more columns'] : []),
  ].map(inOneLine);
}

function lineOfColumn({ name, nativeType, isNullable }: ColumnSchema, width: number, isKey: boolean): string {
  const facts = [...(isKey ? ['primary key'] : []), ...(isNullable || isKey ? [] : ['not null'])];
  return `  ${name.padEnd(width)}  ${[nativeType, ...facts].join(', ')}`;
}

/** Names and comments are the database's, and may hold anything that a terminal would obey. */
const inOneLine = (line: string) => line.replaceAll(/\p{Cc}+/gu, ' ');
