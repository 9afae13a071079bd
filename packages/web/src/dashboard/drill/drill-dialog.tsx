import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import type { DashboardStore } from '../store/dashboard-store.ts';
import { downloadCsv } from './download-csv.ts';
import { createDrillRows, type DrillRequest, type DrillRows } from '../store/drill-rows.ts';
import { OutageBanner } from '../elements/outage-banner.tsx';
import { ReportBody } from '../reports/report-body.tsx';
import { Skeleton } from '../look/skeleton.tsx';
import styles from './drill-dialog.module.css';
import look from '../look/look.module.css';

/** Rows that are asked for at once, and the most that a file holds: what the query API answers with. */
const PAGE_ROWS = 1_000;
const FILE_ROWS = 50_000;

const NO_SPEC = {};

interface DrillDialogProps {
  /**
   * The dashboard that tells among its charts that nothing can be asked: the dialog covers them, and tells it as well.
   */
  store?: DashboardStore;
  request: DrillRequest;
  /** Whether rows may be downloaded. */
  allowExport: boolean;
  onDownload?(file: { rowCount: number; total: number; title: string }): void;
  onClose(): void;
}

/** The rows behind a number. Escape closes it, and the focus goes back to where it was. */
export function DrillDialog({ store, request, allowExport, onDownload, onClose }: DrillDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    current?.showModal();
    return () => current?.close();
  }, []);
  const rows = useMemo(() => createDrillRows(request), [request]);
  const title = t('drill.title', { measure: rows?.measure ?? request.click.column });
  return (
    <dialog
      className={`${look.look} ${styles.dialog}`}
      data-part="drill"
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
    >
      <header>
        <div>
          <h3 id={id}>{title}</h3>
          {rows?.coordinates && <p>{rows.coordinates}</p>}
        </div>
        <button
          type="button"
          className={styles.close}
          aria-label={t('drill.close')}
          onClick={() => dialog.current?.close()}
        >
          ×
        </button>
      </header>
      {store && <OutageBanner store={store} />}
      {rows ? (
        <DrillTable rows={rows} title={title} allowExport={allowExport} {...(onDownload && { onDownload })} />
      ) : (
        <p className={styles.state}>{t('drill.failed')}</p>
      )}
    </dialog>
  );
}

type TableProps = Omit<DrillDialogProps, 'store' | 'onClose' | 'request'> & {
  rows: DrillRows;
  title: string;
};

function DrillTable({ rows, title, allowExport, onDownload }: TableProps) {
  const { result, total, isLoading, hasFailed, loadMore } = useRows(rows);
  const [note, setNote] = useState('');
  const download = async () => {
    setNote(t('export.preparing'));
    const file = await rows.load({ offset: 0, limit: FILE_ROWS }, new AbortController().signal);
    downloadCsv(file, title);
    const [written, count] = [file.rows.length, file.total ?? file.rows.length];
    setNote(written < count ? t('drill.part', { written, count }) : '');
    onDownload?.({ rowCount: written, total: count, title });
  };
  if (!result && hasFailed)
    return (
      <div className={styles.state} role="alert">
        {t('drill.failed')}
        <button type="button" className={look.quietButton} onClick={loadMore}>
          {t('retry')}
        </button>
      </div>
    );
  if (!result) return <Skeleton />;
  if (result.rows.length === 0) return <p className={styles.state}>{t('drill.empty')}</p>;
  return (
    <>
      <div className={styles.rows} aria-busy={isLoading}>
        <ReportBody kind="table" spec={NO_SPEC} title={title} result={result} source={rows.source} />
      </div>
      <footer>
        <span role="status">
          {t('drill.shown', { shown: result.rows.length, count: total })} {note}
        </span>
        {hasFailed && <span role="alert">{t('drill.failed')}</span>}
        {result.rows.length < total && (
          <button type="button" className={look.quietButton} disabled={isLoading} onClick={loadMore}>
            {t('drill.more')}
          </button>
        )}
        {allowExport && (
          <button
            type="button"
            className={look.quietButton}
            onClick={() => void download().catch(() => setNote(t('drill.failed')))}
          >
            {t('chart.downloadCsv')}
          </button>
        )}
      </footer>
    </>
  );
}

/** The pages so far as one result; the next comes when it is asked for. */
function useRows(rows: DrillRows) {
  const [result, setResult] = useState<QueryResult>();
  const [asked, setAsked] = useState(0);
  const [settled, setSettled] = useState<{ at: number; hasFailed: boolean }>();
  useEffect(() => {
    const stop = new AbortController();
    const add = (page: QueryResult) =>
      setResult((known) => (known ? { ...known, rows: [...known.rows, ...page.rows] } : page));
    rows.load({ offset: asked, limit: PAGE_ROWS }, stop.signal).then(
      (page) => {
        if (stop.signal.aborted) return;
        add(page);
        setSettled({ at: asked, hasFailed: false });
      },
      () => !stop.signal.aborted && setSettled({ at: asked, hasFailed: true }),
    );
    return () => stop.abort();
  }, [rows, asked]);
  const isSettled = settled?.at === asked;
  return {
    result,
    total: result?.total ?? result?.rows.length ?? 0,
    isLoading: !isSettled,
    hasFailed: isSettled && settled.hasFailed,
    loadMore: () => setAsked(result?.rows.length ?? 0),
  };
}
