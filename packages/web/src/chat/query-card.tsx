import { useState } from 'react';
import { t } from '../messages/chat-texts.ts';
import look from '../dashboard/look.module.css';
import { ReportBody } from '../dashboard/report-body.tsx';
import { JsonText } from './json-text.tsx';
import type { CitedQuery } from './cited-queries.ts';
import { chartOf } from './query-table.ts';
import styles from './chat.module.css';

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
          canDrill={never}
          {...(themeKey !== undefined && { themeKey })}
        />
      </div>
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
