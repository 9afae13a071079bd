import { Alert, Button, Group, Loader, Text, useComputedColorScheme } from '@mantine/core';
import type { ReportSnapshotPreferences } from '@oriel/contract';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { ReportBody, ReportSurface } from '../../dashboard/index.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { t } from '../../messages/report-editor-texts.ts';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { useReportRows, useReportSource } from '../use-report-rows.ts';
import type { StoredDrawing } from './chart-spec.ts';
import styles from './report-editor.module.css';

interface ResultPaneProps {
  deploymentId: number;
  title: string;
  /** What is asked; undefined while there is nothing to ask for. */
  queryText: string | undefined;
  /** The most rows that the query asks for. */
  limit: number | undefined;
  drawing: StoredDrawing;
  columnFormats: ReportSnapshotPreferences['columnFormats'] | undefined;
}

/** What comes of the query: its drawing and its rows, or why there are none. Of several queries the last is shown. */
export function ResultPane({ deploymentId, queryText, ...props }: ResultPaneProps) {
  const rows = useReportRows(deploymentId, queryText, true);
  if (queryText === undefined)
    return (
      <div className={styles.result}>
        <MessageState title={t('result.begin')} text={t('result.beginText')} />
      </div>
    );
  if (rows.isError)
    return (
      <div className={styles.result}>
        <ErrorState
          title={t('result.failed')}
          error={rows.error}
          isRetrying={rows.isFetching}
          onRetry={() => void rows.refetch()}
        />
      </div>
    );
  if (!rows.data)
    return (
      <div className={styles.result}>
        <LoadingState />
      </div>
    );
  return (
    <Results
      {...props}
      deploymentId={deploymentId}
      queryText={queryText}
      result={rows.data}
      isLoading={rows.isFetching}
      onRefresh={() => void rows.refetch()}
    />
  );
}

interface ResultsProps extends Omit<ResultPaneProps, 'queryText'> {
  queryText: string;
  result: QueryResult;
  isLoading: boolean;
  onRefresh(): void;
}

function Results(props: ResultsProps) {
  const { deploymentId, queryText, result, isLoading, limit, title, drawing, columnFormats, onRefresh } =
    props;
  const scheme = useComputedColorScheme('light');
  const source = useReportSource(deploymentId, queryText);
  const count = result.rows.length;
  const isTable = drawing.kind === 'table';
  const plain = useMemo(() => ({}), []);
  const shared = { title, result, columnFormats, themeKey: scheme, source };
  return (
    <div className={styles.result} aria-busy={isLoading}>
      <Group gap="xs" className={styles.resultHead}>
        <Text size="sm" c="dimmed" role="status">
          {isLoading ? t('result.running') : t('result.rows', { count })}
        </Text>
        {isLoading && <Loader size={14} aria-hidden="true" />}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRefresh size={14} />}
          disabled={isLoading}
          onClick={onRefresh}
        >
          {t('result.again')}
        </Button>
      </Group>
      {limit !== undefined && count >= limit && (
        <Alert color="orange" p="xs" role="note">
          {t('result.cut', { count: limit })}
        </Alert>
      )}
      {count === 0 ? (
        <MessageState title={t('result.none')} text={t('result.noneText')} />
      ) : (
        <div className={styles.drawn} data-stale={isLoading || undefined}>
          <section className={styles.frame} data-kind={drawing.kind} aria-label={t('result.drawing')}>
            <ReportSurface scheme={scheme}>
              <ReportBody {...shared} kind={drawing.kind} spec={(drawing.spec ?? {}) as object} />
            </ReportSurface>
          </section>
          {!isTable && (
            <section className={styles.frame} data-kind="table" aria-label={t('result.table')}>
              <ReportSurface scheme={scheme}>
                <ReportBody {...shared} kind="table" spec={plain} />
              </ReportSurface>
            </section>
          )}
        </div>
      )}
    </div>
  );
}
