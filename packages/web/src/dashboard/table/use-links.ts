import type { TableRow } from '@oriel/dashboard/table/table-rows';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageConfig } from '../../page-config.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import type { ReportSource } from '../report-source.ts';
import { createLinkAddresses, type LinkAddresses } from './link-addresses.ts';

/** Rows of which the addresses are asked for at once. */
const BLOCK = 250;

interface LinksOptions {
  result: QueryResult;
  source: ReportSource | undefined;
  rows: readonly TableRow[];
  /** The first row in view. */
  first: number;
}

/** The addresses of the links of a table, of the rows around those in view. Another object whenever some have come. */
export function useLinks({ result, source, rows, first }: LinksOptions): Pick<LinkAddresses, 'find'> {
  // A picture cannot be followed.
  const from = pageConfig().drawnAs === undefined ? source : undefined;
  const addresses = useMemo(() => createLinkAddresses(result, from), [result, from]);
  const version = useSyncExternalStore(addresses.subscribe, addresses.version);
  const block = Math.floor(first / BLOCK);
  useEffect(
    () => addresses.want(rows.slice(block * BLOCK, (block + 2) * BLOCK).map(({ values }) => values)),
    [addresses, rows, block],
  );
  useEffect(() => addresses.end, [addresses]);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- addresses that have come are a reason to draw rows anew
  return useMemo(() => ({ find: addresses.find }), [addresses, version]);
}
