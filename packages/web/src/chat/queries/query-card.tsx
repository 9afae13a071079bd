import { use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { isDrillable, type DrillClick } from '@oriel/dashboard/drill-click';
import { t } from '../../messages/chat-texts.ts';
import look from '../../dashboard/look/look.module.css';
import type { DrillRequest } from '../../dashboard/store/drill-rows.ts';
import { DrillDialog } from '../../dashboard/drill/lazy-drill-dialog.tsx';
import { ReportBody } from '../../dashboard/reports/report-body.tsx';
import type { ReportBodyProps } from '../../dashboard/elements/report-body-props.ts';
import { ChatQueriesContext, drillOf, sourceOf } from './chat-queries.ts';
import { JsonText } from '../elements/json-text.tsx';
import type { CitedQuery } from './cited-queries.ts';
import { chartOf, type QueryTable } from './query-table.ts';
import styles from '../elements/chat.module.css';

interface QueryCardProps {
  readonly query: CitedQuery;
  readonly themeKey: string | undefined;
}

const NO_SPEC = {};

/** A query that an answer rests on: its rows as a chart or a table, and the query itself. */
export function QueryCard({ query: { title, isCertified, table }, themeKey }: QueryCardProps) {
  const { result, query, totalRows } = table;
  const chart = chartOf(result);
  const [isTable, setTable] = useState(chart === undefined);
  const isChart = chart !== undefined && !isTable;
  const { dialog, ...ways } = useWays(table);
  return (
    <section className={`${look.card} ${styles.card}`} aria-label={title} data-part="query">
      <header>
        <h3>{title}</h3>
        {isCertified && <p className={styles.badge}>{t('certified')}</p>}
        {chart && (
          <button type="button" className={look.quietButton} onClick={() => setTable(!isTable)}>
            {t(isTable ? 'asChart' : 'asTable')}
          </button>
        )}
      </header>
      <div className={styles.rows} data-kind={isChart ? 'chart' : 'table'}>
        <ReportBody
          kind={isChart ? 'vega' : 'table'}
          spec={isChart ? chart : NO_SPEC}
          title={title}
          result={result}
          {...ways}
          {...(themeKey !== undefined && { themeKey })}
        />
      </div>
      {dialog}
      {totalRows !== undefined && totalRows > result.rows.length && (
        <p className={look.quiet}>{t('rows', { shown: result.rows.length, count: totalRows })}</p>
      )}
      <details>
        <summary>{t('query')}</summary>
        <JsonText label={t('query')} value={query} />
      </details>
    </section>
  );
}

const never = () => false;

/** Where the values of a table lead: dimensions to their links, numbers to the rows behind them, in a dialog. */
function useWays(
  table: QueryTable,
): Pick<ReportBodyProps, 'source' | 'onDrill' | 'canDrill'> & { dialog: ReactNode } {
  const queries = use(ChatQueriesContext);
  const { columns } = table.result;
  const [request, setRequest] = useState<DrillRequest>();
  const source = useMemo(() => queries && sourceOf(table, queries), [table, queries]);
  const onDrill = useCallback(
    (click: DrillClick) => queries && setRequest(drillOf(table, click, queries)),
    [table, queries],
  );
  const canDrill = useCallback((column: string) => isDrillable(columns[column]), [columns]);
  if (!queries) return { canDrill: never, dialog: undefined };
  const dialog = request && (
    <DrillDialog request={request} allowExport={false} onClose={() => setRequest(undefined)} />
  );
  return { source, onDrill, canDrill, dialog };
}
