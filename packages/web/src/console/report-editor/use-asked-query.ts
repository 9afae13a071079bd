import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useReportRows } from '../data-model/use-report-rows.ts';

/** While one types, nothing is asked. */
const SETTLE_MS = 300;

/**
 * The query that is asked, and its rows: the query as it is edited once it rests, or where `isManual` the one that was
 * run last.
 *
 * @param written undefined while there is nothing to ask for
 */
export function useAskedQuery(deploymentId: number, written: string | undefined, isManual: boolean) {
  const [settled] = useDebouncedValue(written, SETTLE_MS);
  const [run, setRun] = useState<{ text: string | undefined; isManual: boolean }>({
    text: undefined,
    isManual,
  });
  // What was asked until now stays where queries are run by hand from now on.
  if (run.isManual !== isManual) setRun({ text: isManual ? settled : undefined, isManual });
  const chosen = isManual ? run.text : settled;
  const text = written === undefined ? undefined : chosen;
  const rows = useReportRows(deploymentId, text, true);
  const isChanged = text !== written;
  return {
    text,
    rows,
    /** The query as it is edited, once it rests. */
    settled: written === undefined ? undefined : settled,
    /** Whether the query has changed since it was asked. */
    isChanged,
    run() {
      if (isManual && isChanged) return setRun({ text: written, isManual });
      if (text !== undefined && !rows.isFetching) void rows.refetch();
    },
  };
}

export type AskedQuery = ReturnType<typeof useAskedQuery>;
