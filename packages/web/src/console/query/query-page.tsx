import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { chartOf } from '../../chat/queries/query-table.ts';
import { ReportBody, ReportSurface } from '../../dashboard/index.ts';
import { t } from '../../messages/console-texts.ts';
import { client, usePermission } from '../api/api.ts';
import { useDeploymentId } from '../api/deployment-id.ts';
import { sentenceOf } from '../api/error-text.ts';
import { ItemHeading } from '../elements/item-heading.tsx';
import pageStyles from '../look/page.module.css';
import frameStyles from '../reports/report-page.module.css';
import { QueryText } from '../reports/query-text.tsx';
import { reportModes } from '../reports/report-modes.ts';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useReportRows } from '../data-model/use-report-rows.ts';

const NO_SPEC = {};

/** A query of the address with its rows, which can be saved as a report: where answers of MCP tools lead to. */
export function QueryPage() {
  const deploymentId = useDeploymentId();
  const { query } = useSearch({ from: '/shell/deployment/query' });
  const text = query && JSON.stringify(query);
  const rows = useReportRows(deploymentId, text);
  const [mode, setMode] = useState<'chart' | 'table'>('chart');
  const scheme = useComputedColorScheme('light');
  useDocumentTitle(t('query.title'), true);
  if (text === undefined) return <MessageState title={t('query.missing')} text={t('query.missingText')} />;
  if (rows.isError)
    return (
      <ErrorState
        title={t('report.failed')}
        error={rows.error}
        isRetrying={rows.isFetching}
        onRetry={() => void rows.refetch()}
      />
    );
  const result = rows.data;
  if (!result) return <LoadingState />;
  const chart = chartOf(result);
  const isChart = chart !== undefined && mode === 'chart';
  return (
    <div className={pageStyles.page}>
      <ItemHeading
        title={t('query.title')}
        hasWayBack={false}
        folderPath={[]}
        updatedAt={undefined}
        owner={undefined}
        actions={
          <>
            {chart && (
              <SegmentedControl
                value={mode}
                onChange={setMode}
                data={reportModes('vega')}
                aria-label={t('report.showAs')}
              />
            )}
            <SaveButton deploymentId={deploymentId} jsonQuery={text} chart={chart} />
          </>
        }
      />
      {result.rows.length === 0 ? (
        <MessageState title={t('report.noRows')} text={t('report.noRowsText')} />
      ) : (
        <div className={frameStyles.frame} data-kind={isChart ? 'vega' : 'table'}>
          <ReportSurface scheme={scheme}>
            <ReportBody
              kind={isChart ? 'vega' : 'table'}
              spec={isChart ? chart : NO_SPEC}
              title={t('query.title')}
              result={result}
              themeKey={scheme}
            />
          </ReportSurface>
        </div>
      )}
      <QueryText text={text} />
    </div>
  );
}

interface SaveButtonProps {
  readonly deploymentId: number;
  readonly jsonQuery: string;
  readonly chart: object | undefined;
}

/** Saves the query as a report of its own, and opens that for its name. */
function SaveButton({ deploymentId, jsonQuery, chart }: SaveButtonProps) {
  const mayCreate = usePermission('AIBIExplore');
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: () =>
      client.call('createReport', {
        params: { deploymentId },
        body: {
          name: t('query.title'),
          jsonQuery,
          meta: chart ? { kind: 'vega', spec: chart } : { kind: 'table' },
        },
      }),
    onSuccess: ({ id }) =>
      navigate({ to: '/reports/$reportId', params: { reportId: String(id) }, search: { edit: true } }),
  });
  if (!mayCreate) return null;
  return (
    <>
      {save.isError && <span role="alert">{sentenceOf(save.error)}</span>}
      <Button
        variant="light"
        leftSection={<IconDeviceFloppy size={16} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t('query.save')}
      </Button>
    </>
  );
}
