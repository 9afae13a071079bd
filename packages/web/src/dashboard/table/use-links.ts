import type { TableRow } from '@oriel/dashboard/table/table-rows';
import type { TableGrid } from '@oriel/dashboard/table/table-grid';
import { use, useEffect, useMemo, useSyncExternalStore } from 'react';
import { isPrinted, pageConfig } from '../../page/page-config.ts';
import type { Cell, QueryResult } from '../../query/load-batch.ts';
import { DashboardLinksContext, type DashboardLinks } from '../store/dashboard-links.ts';
import type { ReportSource } from '../store/report-source.ts';
import { createLinkAddresses, type LinkAddresses } from './link-addresses.ts';

/** Rows of which the addresses are asked for at once. */
const BLOCK = 250;

interface LinksOptions {
  result: QueryResult;
  source: ReportSource | undefined;
  grid: TableGrid;
  rows: readonly TableRow[];
  /** The first row in view. */
  first: number;
}

/** The links of a table, as its cells draw them. */
export interface TableLinks extends Pick<LinkAddresses, 'find'> {
  /** Where links to dashboards lead; absent where they lead nowhere. */
  readonly dashboards?: Pick<DashboardLinks, 'find' | 'targetOf'> | undefined;
  readonly isLoading: boolean;
}

/**
 * The links of a table: those of the values above its columns, and of the rows around those in view; of all rows on
 * paper. Another object whenever some have come.
 */
export function useLinks({ result, source, grid, rows, first }: LinksOptions): TableLinks {
  // A picture cannot be followed, but a document can.
  const from = pageConfig().drawnAs === 'picture' ? undefined : source;
  const dashboards = use(DashboardLinksContext);
  const addresses = useMemo(() => createLinkAddresses(result, from, dashboards), [result, from, dashboards]);
  const version = useSyncExternalStore(addresses.subscribe, addresses.version);
  const block = isPrinted() ? 0 : Math.floor(first / BLOCK);
  useEffect(() => addresses.want(valuesAbove(grid)), [addresses, grid]);
  useEffect(() => {
    const some = isPrinted() ? rows : rows.slice(block * BLOCK, (block + 2) * BLOCK);
    addresses.want(some.map(({ values }) => values));
  }, [addresses, rows, block]);
  useEffect(() => addresses.end, [addresses]);
  return useMemo(
    () => ({ find: addresses.find, dashboards, isLoading: addresses.isLoading() }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- addresses that have come are a reason to draw rows anew
    [addresses, dashboards, version],
  );
}

/** The values of a pivot's dimensions, each as a row of its own. */
function valuesAbove({ columns }: TableGrid): Record<string, Cell>[] {
  return columns.flatMap(({ head }) =>
    head.flatMap((part) => (part.kind === 'value' ? [{ [part.dimension]: part.value }] : [])),
  );
}
