import { Alert, Text, useComputedColorScheme } from '@mantine/core';
import type { Dashboard, DashboardAppSource, DashboardConfig, Workbook } from '@oriel/contract';
import { useEffect, useMemo, useState } from 'react';
import { createDashboardStore, DashboardView } from '../../dashboard/index.ts';
import { t } from '../../messages/console-texts.ts';
import { client } from '../api/api.ts';
import { serverFetch } from '../connection/server-connection.ts';
import { useMemberTypeLoader } from '../data-model/use-model.ts';
import { useRunBatch } from '../api/session.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { useSurface } from '../surface/surface.ts';
import { createPreviewPython } from './preview-python.ts';
import { findRun } from './preview-run.ts';
import styles from './app-editor.module.css';

/** Files are tried when nothing was typed for so long. */
const PAUSE_MS = 800;

interface AppPreviewProps {
  workbook: Workbook;
  config: DashboardConfig | undefined;
  source: DashboardAppSource;
  /** Whether the files could be published; others are not tried. */
  isValid: boolean;
}

/** An app that is drawn from files that are not saved. */
interface Tried {
  readonly path: string;
  readonly dashboard: Dashboard;
}

/** The app as it would be if it were published now, with the author's own rows. */
export function AppPreview({ workbook, config, source, isValid }: AppPreviewProps) {
  const [tried, setTried] = useState<Tried>();
  const [error, setError] = useState<Error | null>(null);
  const text = useMemo(() => JSON.stringify(source), [source]);
  const { deploymentId, id, name } = workbook;
  useEffect(() => {
    if (!isValid) return undefined;
    const leaving = new AbortController();
    const attempt = async () => {
      try {
        const app = JSON.parse(text) as DashboardAppSource;
        const { path, reportSnapshots } = await client.call('createDashboardAppPreview', {
          params: { deploymentId, workbookId: id },
          body: { app },
          signal: leaving.signal,
        });
        setError(null);
        setTried((before) => ({
          path,
          dashboard: previewOf({ deploymentId, id, name }, config, {
            reportSnapshots,
            // Another number draws it anew.
            versionId: (before?.dashboard.versionId ?? 0) + 1,
          }),
        }));
      } catch (cause) {
        if (!leaving.signal.aborted) setError(cause instanceof Error ? cause : new Error(String(cause)));
      }
    };
    const timer = setTimeout(() => void attempt(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [text, isValid, deploymentId, id, name, config]);
  return (
    <section className={styles.preview} aria-label={t('appEditor.preview')}>
      <FailureAlert error={error} mb="xs" />
      {tried ? (
        <DrawnApp key={tried.path} {...tried} />
      ) : (
        <Text size="sm" c="dimmed" p="md">
          {t('appEditor.waiting')}
        </Text>
      )}
    </section>
  );
}

function DrawnApp({ path, dashboard }: Tried) {
  const scheme = useComputedColorScheme('light');
  const [failure, setFailure] = useState<string>();
  const { deploymentId } = dashboard;
  const { kind, timezone } = useSurface();
  const runBatch = useRunBatch(deploymentId);
  const loadMemberTypes = useMemberTypeLoader(deploymentId);
  const store = useMemo(
    () =>
      createDashboardStore({
        dashboard,
        runBatch,
        runPython: createPreviewPython({
          snapshots: dashboard.reportSnapshots,
          find: (reportId, signal) => findRun({ deploymentId, reportId }, { kind, timezone }, signal),
        }),
        loadMemberTypes,
      }),
    [dashboard, deploymentId, runBatch, loadMemberTypes, kind, timezone],
  );
  useEffect(() => store.start(), [store]);
  return (
    <>
      {failure !== undefined && (
        <Alert color="red" role="alert" title={t('appEditor.failed')} mb="xs">
          <pre className={styles.failure}>{failure}</pre>
        </Alert>
      )}
      <div className={styles.drawn} data-scheme={scheme}>
        <DashboardView
          store={store}
          appAddress={path}
          request={serverFetch}
          themeKey={scheme}
          onAppFailed={setFailure}
          hidesOutage
        />
      </div>
    </>
  );
}

function previewOf(
  { deploymentId, id, name }: Pick<Workbook, 'deploymentId' | 'id' | 'name'>,
  config: DashboardConfig | undefined,
  tried: Pick<Dashboard, 'reportSnapshots' | 'versionId'>,
): Dashboard {
  return {
    id: 0,
    publicId: '',
    deploymentId,
    workbookId: id,
    status: 'draft',
    title: config?.title ?? name,
    config: { ...config, kind: 'APP' },
    versionNumber: 1,
    allowEmbed: false,
    ...tried,
  };
}
