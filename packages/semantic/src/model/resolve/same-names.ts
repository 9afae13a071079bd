import type { SourceLocation, Problems } from '../files/model-file.ts';

/**
 * Reports everything that has the name of something before it. `what` is that of which each needs a name of its own.
 */
export function refuseSameNames(
  named: readonly { readonly name: string; readonly location: SourceLocation }[],
  what: string,
  problems: Problems,
): void {
  const first = new Map<string, SourceLocation>();
  for (const { name, location } of named) {
    const other = first.get(name);
    if (other)
      problems.add(
        location,
        `There are two of the name ${name}; each ${what} needs its own`,
        `The other is in ${other.file}, line ${other.line}.`,
      );
    else first.set(name, location);
  }
}

/** Reports each `sql_alias` that another cube or view has for its columns: no query could tell them apart. */
export function refuseSameAliases(
  owners: readonly {
    readonly name: string;
    readonly sqlAlias?: string;
    readonly location: SourceLocation;
  }[],
  problems: Problems,
): void {
  const prefixes = Map.groupBy(owners, ({ name, sqlAlias }) => sqlAlias ?? name);
  for (const { name, sqlAlias, location } of owners) {
    const other = prefixes.get(sqlAlias ?? '')?.find((one) => one.name !== name);
    if (other)
      problems.add(
        location,
        `The sql_alias ${sqlAlias} of ${name} is what ${other.name} has for its columns as well`,
        'Columns of a query need names of their own.',
      );
  }
}
