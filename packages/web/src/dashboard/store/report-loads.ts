import type { ReportSnapshot } from '@oriel/contract';
import {
  fieldsOf,
  toMemberSwitchers,
  withReportNames,
  type SwappedFields,
} from '@oriel/dashboard/apply-fields';
import { applyControls, queryOf } from '@oriel/dashboard/chart-query';
import type { ControlSettings, Query } from '@oriel/dashboard/control-settings';
import { hasPython, swappedInRows } from '@oriel/dashboard/python-rows';
import { QueryRefused, type BatchQuery, type QueryResult, type RunBatch } from '../../query/load-batch.ts';

/** Asks for reports that no chart of the dashboard shows. */
export interface ReportLoads {
  /**
   * The rows of a report with the controls as they are now. Waits while the dashboard as a whole cannot ask.
   *
   * @param narrow the query of the report with what the caller adds to it
   * @throws {@link QueryRefused} for a report without a query, and for a query that is refused
   */
  load(snapshot: ReportSnapshot, narrow: (query: Query) => Query): Promise<QueryResult>;
  /** Asks once more for what waits. */
  again(): void;
  /** What is asked from now on takes no rows that may have changed since. */
  refresh(): void;
}

interface ReportLoadsOptions {
  runBatch: RunBatch;
  settings(): ControlSettings;
  /** Does the work once it is clear what the controls mean. */
  whenClear(work: () => void): void;
  onWorked(): void;
  /** @returns whether asking again may help once the dashboard can ask */
  onFailed(error: unknown): boolean;
}

/** What says of a query that the Python of its report makes the rows, and which of its members stand for others. */
export function pythonOf(snapshot: ReportSnapshot, swapped: SwappedFields): Pick<BatchQuery, 'python'> {
  const { reportId, id: reportVersionId } = snapshot;
  return hasPython(snapshot) ? { python: { reportId, reportVersionId, ...toMemberSwitchers(swapped) } } : {};
}

interface Asked extends Pick<BatchQuery, 'python'> {
  query: Query;
  isRefreshed: boolean;
  resolve(result: QueryResult): void;
  reject(error: unknown): void;
}

/** What is asked within one turn goes to the server together. */
export function createReportLoads({
  runBatch,
  settings,
  whenClear,
  onWorked,
  onFailed,
}: ReportLoadsOptions): ReportLoads {
  const waiting = new Set<() => void>();
  let refreshedAt = 0;
  /** When each report was asked for last, in the count of refreshes. */
  const askedAt = new Map<number, number>();
  let gathered: Asked[] = [];

  const flush = async () => {
    const asked = gathered;
    gathered = [];
    let failure: unknown = new QueryRefused('The answer ended before this report', undefined, 502);
    try {
      await runBatch(
        asked.map(({ query, python }, index) => ({ id: String(index), query, ...(python && { python }) })),
        (answer) => {
          const to = asked[Number(answer.id)];
          if ('error' in answer) to?.reject(new QueryRefused(answer.error, undefined, answer.status));
          else to?.resolve(answer.result);
        },
        new AbortController().signal,
        asked.some(({ isRefreshed }) => isRefreshed) ? 'must-revalidate' : undefined,
      );
    } catch (error) {
      failure = error;
    }
    // What was answered is settled already, and stays so.
    for (const { reject } of asked) reject(failure);
  };
  const ask = (asked: Omit<Asked, 'resolve' | 'reject'>) =>
    new Promise<QueryResult>((resolve, reject) => {
      gathered.push({ ...asked, resolve, reject });
      if (gathered.length === 1) setTimeout(() => void flush());
    });
  const clear = () => new Promise<void>((resolve) => whenClear(resolve));

  return {
    async load(snapshot, narrow) {
      const report = queryOf(snapshot);
      if (!report) throw new QueryRefused('The report has no query');
      const isRefreshed = (askedAt.get(snapshot.reportId) ?? 0) < refreshedAt;
      askedAt.set(snapshot.reportId, refreshedAt);
      for (;;) {
        await clear();
        const now = settings();
        const swapped = fieldsOf(report, now.fields, undefined);
        try {
          const query = applyControls(narrow(report), now, undefined);
          const result = await ask({ query, isRefreshed, ...pythonOf(snapshot, swapped) });
          onWorked();
          return withReportNames(result, swappedInRows(snapshot, swapped));
        } catch (error) {
          if (!onFailed(error)) throw error;
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
      }
    },
    again() {
      const asleep = [...waiting];
      waiting.clear();
      for (const wake of asleep) wake();
    },
    refresh() {
      refreshedAt += 1;
    },
  };
}
