import {
  Alert,
  Button,
  Center,
  Code,
  Collapse,
  Group,
  Loader,
  SegmentedControl,
  Text,
  Title,
} from '@mantine/core';
import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReportMeta } from '@oriel/contract';
import { client, sentenceOf } from '../api.ts';
import { useRunBatch } from '../session.ts';
import { useDeploymentId } from '../shell/deployment-room.tsx';
import { ReportBody } from '../../dashboard/index.ts';
import { QueryRefused, type QueryResult, type RunBatch } from '../../query/load-batch.ts';
import '../../dashboard/dashboard.css';

/** One report: its chart or its rows, and the query behind them. */
export function ReportPage() {
  const deploymentId = useDeploymentId();
  const { reportId } = useParams({ from: '/shell/deployment/reports/$reportId' });
  return <Report deploymentId={deploymentId} reportId={Number(reportId)} />;
}

function Report({ deploymentId, reportId }: { deploymentId: number; reportId: number }) {
  const runBatch = useRunBatch(deploymentId);
  const scheme = useComputedColorScheme('light');
  const [mode, setMode] = useState('chart');
  const [showsQuery, setShowsQuery] = useState(false);
  const report = useQuery({
    queryKey: ['report', deploymentId, reportId],
    queryFn: () => client.call('getReport', { params: { deploymentId, reportId } }),
  });
  const jsonQuery = report.data?.jsonQuery ?? undefined;
  const result = useQuery({
    queryKey: ['rows', deploymentId, jsonQuery],
    queryFn: ({ signal }) => loadRows(runBatch, jsonQuery ?? '{}', signal),
    enabled: jsonQuery !== undefined,
  });
  const title = report.data?.title ?? report.data?.name ?? 'Report';
  useEffect(() => void (document.title = `${title} · Oriel`), [title]);
  if (report.isError)
    return (
      <Alert m="lg" color="red" title="This report cannot be shown">
        {sentenceOf(report.error)}
      </Alert>
    );
  // A report's meta is free; what is not of the known form is shown as a table.
  const meta = report.data?.meta as Partial<ReportMeta> | null | undefined;
  return (
    <div className="page">
      <Group justify="space-between" align="flex-end">
        <div>
          <Text size="sm" c="dimmed">
            <Link className="crumb" to="/workspace">
              Workspace
            </Link>
            {(report.data?.folderPath ?? []).map(({ id, name }) => (
              <span key={id}>
                {' / '}
                <Link className="crumb" to="/workspace/folders/$folderId" params={{ folderId: String(id) }}>
                  {name}
                </Link>
              </span>
            ))}
          </Text>
          <Title order={1}>{title}</Title>
        </div>
        <Group gap="xs">
          <SegmentedControl
            value={mode}
            onChange={setMode}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={result.isFetching}
            onClick={() => void result.refetch()}
          >
            Refresh
          </Button>
        </Group>
      </Group>
      <div className="dashboard report-frame" data-scheme={scheme}>
        {result.isError ? (
          <Alert color="red" title="The query failed">
            {sentenceOf(result.error)}
          </Alert>
        ) : jsonQuery === undefined && report.data ? (
          <Text c="dimmed">This report has no query yet.</Text>
        ) : !result.data ? (
          <Center h="100%">
            <Loader aria-label="Loading" />
          </Center>
        ) : result.data.rows.length === 0 ? (
          <Center h="100%">No rows</Center>
        ) : (
          <ReportBody
            kind={mode === 'table' ? 'table' : (meta?.kind ?? 'table')}
            spec={mode === 'table' ? {} : (meta?.spec ?? {})}
            title={title}
            result={result.data}
            themeKey={scheme}
          />
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        mt="sm"
        aria-expanded={showsQuery}
        onClick={() => setShowsQuery(!showsQuery)}
      >
        {showsQuery ? 'Hide the query' : 'Show the query'}
      </Button>
      <Collapse expanded={showsQuery}>
        <Code block mt="xs">
          {jsonQuery === undefined ? '' : JSON.stringify(JSON.parse(jsonQuery), undefined, 2)}
        </Code>
      </Collapse>
    </div>
  );
}

/** @throws {@link QueryRefused} in the query API's own words */
async function loadRows(runBatch: RunBatch, jsonQuery: string, signal: AbortSignal): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  // JSON.parse answers with any; what is not an object is refused by the query API.
  const query = JSON.parse(jsonQuery) as object;
  await runBatch(
    [{ id: 'report', query }],
    (answer) => ('error' in answer ? reject(new QueryRefused(answer.error)) : resolve(answer.result)),
    signal,
  );
  return promise;
}
