import { missingLinks, type WantedLinks } from '@oriel/dashboard/link-query';
import { linkOf } from '@oriel/dashboard/shown-columns';
import type { RowValues } from '@oriel/dashboard/table/table-leaf';
import type { FieldLink } from '@oriel/dashboard/table/table-fields';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { readDashboardLink, type DashboardLinks } from '../store/dashboard-links.ts';
import type { ReportSource } from '../store/report-source.ts';

/** The addresses of the links of a table's dimensions, which are asked for beside its rows. */
export interface LinkAddresses {
  /**
   * Asks for those of rows that are in view, or of values of dimensions, once for each value; and for the dashboards
   * that they name.
   */
  want(rows: readonly RowValues[]): void;
  /** The address of a link at a row; undefined while it has not come, and where there is none. */
  find(dimension: string, link: FieldLink, row: RowValues): Cell | undefined;
  /** Whether addresses are still to come. */
  isLoading(): boolean;
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
  dashboards?: Pick<DashboardLinks, 'want'>,
): LinkAddresses {
  const dimensions = source ? missingLinks(result) : [];
  const inRows = Object.keys(result.columns).filter((key) => linkOf(key) !== undefined);
  const found = new Map<string, Map<string, Found | undefined>>(
    dimensions.map(({ key }) => [key, new Map()]),
  );
  const named = new Set<string>();
  const listeners = new Set<() => void>();
  const ended = new AbortController();
  let version = 0;
  let pending = 0;
  let isAsked = false;
  const tell = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  /** What has ended is another table's by now. */
  const follow = async (work: Promise<void>) => {
    pending += 1;
    tell();
    await work.catch(() => undefined);
    pending -= 1;
    tell();
  };
  /** What addresses call dashboards that were not asked for yet. */
  const newNames = (addresses: Iterable<Cell | undefined>): string[] =>
    [...addresses].flatMap((address) => {
      const link = typeof address === 'string' ? readDashboardLink(address) : undefined;
      return link && !named.has(link.name) ? [link.name] : [];
    });
  const wantNamed = async (names: readonly string[]) => {
    for (const name of names) named.add(name);
    if (names.length > 0) await dashboards?.want(names);
  };
  const load = async (wanted: readonly WantedLinks[]) => {
    if (!source) return;
    const answers = await source.loadLinks(wanted, ended.signal);
    const addresses = [...answers.values()].flatMap((index) =>
      [...index.values()].flatMap((own) => [...own.values()]),
    );
    await wantNamed(newNames(addresses));
    for (const [key, index] of answers) for (const [value, own] of index) found.get(key)?.set(value, own);
  };
  return {
    want(rows) {
      isAsked = true;
      const wanted = dimensions.flatMap(({ key, isTime, links }): WantedLinks[] => {
        const known = found.get(key) ?? new Map<string, Found | undefined>();
        const values = [...new Set(rows.map((row) => row[key]))].filter(
          (value) => value !== null && value !== undefined && !known.has(String(value)),
        ) as Cell[];
        for (const value of values) known.set(String(value), undefined);
        return values.length > 0 ? [{ dimension: key, ...(isTime && { isTime }), links, values }] : [];
      });
      if (wanted.length > 0) void follow(load(wanted));
      const names = newNames(rows.flatMap((row) => inRows.map((key) => row[key])));
      if (names.length > 0) void follow(wantNamed(names));
    },
    find: (dimension, link, row) =>
      row[link.field] ?? found.get(dimension)?.get(String(row[dimension]))?.get(link.name),
    isLoading: () => pending > 0 || (!isAsked && dimensions.length > 0),
    version: () => version,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end: () => ended.abort(),
  };
}
