import { missingLinks, type WantedLinks } from '@oriel/dashboard/link-query';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import type { FieldLink } from '@oriel/dashboard/table/table-fields';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import type { ReportSource } from '../report-source.ts';

/** The addresses of the links of a table's dimensions, which are asked for beside its rows. */
export interface LinkAddresses {
  /** Asks for those of rows that are in view, once for each value. */
  want(rows: readonly RowValues[]): void;
  /** The address of a link at a row; undefined while it has not come, and where there is none. */
  find(dimension: string, link: FieldLink, row: RowValues): Cell | undefined;
  /** Another value whenever addresses have come. */
  version(): number;
  subscribe(listener: () => void): () => void;
  /** Stops what is on its way. */
  end(): void;
}

type Found = ReadonlyMap<string, Cell>;

/** Asks beside the rows: with the addresses among its groups the query of the report would have other rows. */
export function createLinkAddresses(
  result: QueryResult,
  source: Pick<ReportSource, 'loadLinks'> | undefined,
): LinkAddresses {
  const dimensions = source ? missingLinks(result) : [];
  const found = new Map<string, Map<string, Found | undefined>>(
    dimensions.map(({ key }) => [key, new Map()]),
  );
  const listeners = new Set<() => void>();
  const ended = new AbortController();
  let version = 0;
  const load = async (wanted: readonly WantedLinks[]) => {
    const answers = await source?.loadLinks(wanted, ended.signal);
    for (const [key, index] of answers ?? [])
      for (const [value, addresses] of index) found.get(key)?.set(value, addresses);
    version += 1;
    for (const listener of listeners) listener();
  };
  return {
    want(rows) {
      const wanted = dimensions.flatMap(({ key, links }): WantedLinks[] => {
        const known = found.get(key) ?? new Map<string, Found | undefined>();
        const values = [...new Set(rows.map((row) => row[key]))].filter(
          (value) => value !== null && value !== undefined && !known.has(String(value)),
        ) as Cell[];
        for (const value of values) known.set(String(value), undefined);
        return values.length > 0 ? [{ dimension: key, links, values }] : [];
      });
      // What has ended is another table's by now.
      if (wanted.length > 0) load(wanted).catch(() => undefined);
    },
    find: (dimension, link, row) =>
      row[link.field] ?? found.get(dimension)?.get(String(row[dimension]))?.get(link.name),
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: () => ended.abort(),
  };
}
