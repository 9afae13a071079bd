import {
  Alert,
  Button,
  Group,
  Loader,
  Switch,
  Text,
  useComputedColorScheme,
  type ButtonProps,
} from '@mantine/core';
import type { ReportSnapshotPreferences } from '@oriel/contract';
import { IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { ReportBody, ReportSurface } from '../../dashboard/index.ts';
import { t } from '../../messages/report-editor-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { useReportSource } from '../data-model/use-report-rows.ts';
import type { StoredDrawing } from './charts/chart-spec.ts';
import styles from './fields/report-editor.module.css';
import type { AskedQuery } from './use-asked-query.ts';

interface ResultPaneProps {
  deploymentId: number;
  title: string;
  asked: AskedQuery;
  /** Whether there is anything to ask for. */
  isEmpty: boolean;
  /** Whether queries wait until they are run by hand. */
  isManual: boolean;
  onManual(isManual: boolean): void;
  /** The most rows that the query asks for. */
  limit: number | undefined;
  drawing: StoredDrawing;
  columnFormats: ReportSnapshotPreferences['columnFormats'] | undefined;
}

/** What was asked and how it is drawn. */
interface Shown {
  readonly queryText: string | undefined;
  readonly drawing: StoredDrawing;
  readonly limit: number | undefined;
}

/** What comes of the query: its drawing and its rows, or why there are none. Of several queries the last is shown. */
export function ResultPane(props: ResultPaneProps) {
  const { asked, isManual, onManual, limit, drawing } = props;
  const { text: queryText, rows, isChanged } = asked;
  // Rows of the query before are drawn as they were: the drawing of the next one names columns that they do not have.
  const isStale = isChanged || rows.isPlaceholderData;
  const [shown, setShown] = useState<Shown>({ queryText, drawing: { kind: 'table', spec: {} }, limit });
  const isSame = shown.queryText === queryText && shown.drawing === drawing && shown.limit === limit;
  if (!isStale && !isSame) setShown({ queryText, drawing, limit });
  return (
    <div className={styles.result} aria-busy={rows.isFetching}>
      <Group gap="xs" className={styles.resultHead}>
        <RunButton asked={asked} isManual={isManual} isEmpty={props.isEmpty} />
        <Status {...props} />
        <span className={styles.grow} />
        <Switch
          size="xs"
          label={t('result.automatic')}
          checked={!isManual}
          onChange={({ target }) => onManual(!target.checked)}
        />
      </Group>
      <Outcome {...props} shown={shown} isStale={isStale} />
    </div>
  );
}

interface RunButtonProps {
  asked: AskedQuery;
  isManual: boolean;
  isEmpty: boolean;
}

/** Runs the query; one that has not changed is asked again. */
function RunButton({ asked, isManual, isEmpty }: RunButtonProps) {
  const isNew = isManual && asked.isChanged;
  const look: ButtonProps = isNew
    ? { variant: 'filled', leftSection: <IconPlayerPlay size={14} /> }
    : { variant: 'default', leftSection: <IconRefresh size={14} /> };
  return (
    <Button
      size="compact-sm"
      {...look}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title={t('result.keys')}
      disabled={isEmpty || (asked.rows.isFetching && !isNew)}
      onClick={asked.run}
    >
      {t(isNew ? 'result.run' : 'result.again')}
    </Button>
  );
}

function Status({ asked, isManual, isEmpty }: ResultPaneProps) {
  const { rows, isChanged } = asked;
  const isLoading = rows.isFetching || (isChanged && !isManual);
  return (
    <>
      {isLoading && !isEmpty && <Loader size={14} aria-hidden="true" />}
      <Text size="sm" c="dimmed" role="status">
        {statusText({ isEmpty, isLoading, waits: isManual && isChanged, count: rows.data?.rows.length })}
      </Text>
    </>
  );
}

interface StatusOf {
  isEmpty: boolean;
  isLoading: boolean;
  /** Whether it has to be run to be asked. */
  waits: boolean;
  count: number | undefined;
}

function statusText({ isEmpty, isLoading, waits, count }: StatusOf): string {
  if (isEmpty) return '';
  if (waits) return t('result.changed');
  if (isLoading) return t('result.running');
  return count === undefined ? '' : t('result.rows', { count });
}

function Outcome(props: ResultPaneProps & { shown: Shown; isStale: boolean }) {
  const { asked, isEmpty, shown } = props;
  const { rows, text } = asked;
  if (isEmpty) return <MessageState title={t('result.begin')} text={t('result.beginText')} />;
  if (text === undefined) return <MessageState title={t('result.notRun')} text={t('result.notRunText')} />;
  if (rows.isError)
    return (
      <ErrorState
        title={t('result.failed')}
        error={rows.error}
        isRetrying={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    );
  if (!rows.data) return <LoadingState />;
  return <Results {...props} shown={shown} result={rows.data} />;
}

interface ResultsProps extends ResultPaneProps {
  shown: Shown;
  isStale: boolean;
  result: QueryResult;
}

function Results({ deploymentId, title, columnFormats, shown, isStale, result, asked }: ResultsProps) {
  const { queryText, drawing, limit } = shown;
  const scheme = useComputedColorScheme('light');
  const source = useReportSource(deploymentId, queryText);
  const count = result.rows.length;
  const plain = useMemo(() => ({}), []);
  // A template that could not be drawn is drawn anew with the next letter that is typed, or with other rows.
  const [broken, setBroken] = useState<{ drawing: StoredDrawing; result: QueryResult }>();
  const [turn, setTurn] = useState(0);
  if (broken && (broken.drawing !== drawing || broken.result !== result)) {
    setBroken(undefined);
    setTurn(turn + 1);
  }
  const shared = { title, result, columnFormats, themeKey: scheme, source };
  return (
    <>
      {limit !== undefined && count >= limit && (
        <Alert color="orange" p="xs" role="note">
          {t('result.cut', { count: limit })}
        </Alert>
      )}
      {count === 0 ? (
        <MessageState title={t('result.none')} text={t('result.noneText')} />
      ) : (
        <div className={styles.drawn} data-stale={isStale || asked.rows.isFetching || undefined}>
          <section className={styles.frame} data-kind={drawing.kind} aria-label={t('result.drawing')}>
            <ReportSurface scheme={scheme}>
              <ReportBody
                {...shared}
                key={turn}
                kind={drawing.kind}
                spec={(drawing.spec ?? {}) as object}
                onProblem={drawing.kind === 'html' ? () => setBroken({ drawing, result }) : undefined}
              />
            </ReportSurface>
          </section>
          {drawing.kind !== 'table' && (
            <section className={styles.frame} data-kind="table" aria-label={t('result.table')}>
              <ReportSurface scheme={scheme}>
                <ReportBody {...shared} kind="table" spec={plain} />
              </ReportSurface>
            </section>
          )}
        </div>
      )}
    </>
  );
}
