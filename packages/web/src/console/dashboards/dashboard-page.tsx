import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Center,
  Code,
  CopyButton,
  Group,
  Loader,
  Modal,
  Stack,
  Text,
  Title,
  useComputedColorScheme,
} from '@mantine/core';
import { IconCode, IconCopy, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { Dashboard } from '@oriel/contract';
import { useEffect, useMemo, useState } from 'react';
import { client, sentenceOf } from '../api.ts';
import { useRunBatch } from '../session.ts';
import { useDeploymentId } from '../shell/deployment-room.tsx';
import { createDashboardStore, DashboardView } from '../../dashboard/index.ts';
import { loadMemberTypes } from '../../query/load-member-types.ts';

/** The published dashboard of a workbook, as its viewers see it. */
export function DashboardPage() {
  const deploymentId = useDeploymentId();
  const { workbookId } = useParams({ from: '/shell/deployment/dashboards/$workbookId' });
  return <WorkbookDashboard deploymentId={deploymentId} workbookId={Number(workbookId)} />;
}

function WorkbookDashboard({ deploymentId, workbookId }: { deploymentId: number; workbookId: number }) {
  const workbook = useQuery({
    queryKey: ['workbook', deploymentId, workbookId],
    queryFn: () => client.call('getWorkbook', { params: { deploymentId, workbookId } }),
  });
  const dashboard = workbook.data?.publishedDashboard;
  useEffect(
    () => void (document.title = `${workbook.data?.name ?? 'Dashboard'} · Oriel`),
    [workbook.data?.name],
  );
  if (workbook.isError)
    return (
      <Alert m="lg" color="red" title="This dashboard cannot be shown">
        {sentenceOf(workbook.error)}
      </Alert>
    );
  if (!workbook.data) {
    return (
      <Center h="60vh">
        <Loader aria-label="Loading" />
      </Center>
    );
  }
  if (!dashboard) {
    return (
      <Center h="60vh">
        <Stack align="center" gap={6}>
          <Title order={1}>{workbook.data.name}</Title>
          <Text c="dimmed">This workbook has no published dashboard yet.</Text>
          <Button component={Link} to="/workspace" variant="light">
            Back to the workspace
          </Button>
        </Stack>
      </Center>
    );
  }
  return (
    <Published dashboard={dashboard} name={workbook.data.name} folderPath={workbook.data.folderPath ?? []} />
  );
}

function Published({
  dashboard,
  name,
  folderPath,
}: {
  dashboard: Dashboard;
  name: string;
  folderPath: { id: number; name: string }[];
}) {
  const scheme = useComputedColorScheme('light');
  const [showsEmbed, setShowsEmbed] = useState(false);
  const runBatch = useRunBatch(dashboard.deploymentId);
  const store = useMemo(
    () =>
      createDashboardStore({
        dashboard,
        runBatch,
        loadMemberTypes: () =>
          loadMemberTypes({ deploymentUrl: `/deployments/${dashboard.deploymentId}`, headers: {} }),
      }),
    [dashboard, runBatch],
  );
  useEffect(() => store.start(), [store]);
  return (
    <div data-scheme={scheme} className="dashboard-page">
      <Group justify="space-between" align="flex-end" px="md" pt="md">
        <div>
          <Text size="sm" c="dimmed">
            <Link className="crumb" to="/workspace">
              Workspace
            </Link>
            {folderPath.map((folder) => (
              <span key={folder.id}>
                {' / '}
                <Link
                  className="crumb"
                  to="/workspace/folders/$folderId"
                  params={{ folderId: String(folder.id) }}
                >
                  {folder.name}
                </Link>
              </span>
            ))}
          </Text>
          <Group gap="xs">
            <Title order={1}>{dashboard.title ?? name}</Title>
            <Badge variant="light" size="sm">
              Version {dashboard.versionNumber}
            </Badge>
            {dashboard.allowEmbed && (
              <Badge variant="light" color="green" size="sm">
                Embeddable
              </Badge>
            )}
          </Group>
        </div>
        <Group gap="xs">
          <Button variant="default" leftSection={<IconCode size={16} />} onClick={() => setShowsEmbed(true)}>
            Embed
          </Button>
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => store.refresh()}>
            Refresh
          </Button>
        </Group>
      </Group>
      <DashboardView store={store} allowExport themeKey={scheme} />
      {showsEmbed && <EmbedHelp dashboard={dashboard} onClose={() => setShowsEmbed(false)} />}
    </div>
  );
}

function EmbedHelp({
  dashboard: { publicId, deploymentId, allowEmbed },
  onClose,
}: {
  dashboard: Dashboard;
  onClose(): void;
}) {
  const { origin } = window.location;
  const session = `curl -X POST ${origin}/api/v1/embed/generate-session \\
  -H "Authorization: Api-Key $ORIEL_API_KEY" -H "Content-Type: application/json" \\
  -d '{"deploymentId": ${deploymentId}, "externalId": "viewer@customer", "embedTenantName": "customer"}'`;
  const frame = `<iframe src="${origin}/embed/dashboard/${publicId}?session=SESSION_ID"\n  referrerpolicy="origin" style="border: 0; width: 100%; height: 800px"></iframe>`;
  return (
    <Modal opened onClose={onClose} size="lg" title="Embed this dashboard">
      <Stack>
        {!allowEmbed && <Alert color="orange">Signed embedding is not allowed on this dashboard yet.</Alert>}
        <Text>
          On your server, generate a session for each viewer. It can be used once, within five minutes.
        </Text>
        <Copyable text={session} />
        <Text>In your page, load the dashboard with it:</Text>
        <Copyable text={frame} />
      </Stack>
    </Modal>
  );
}

function Copyable({ text }: { text: string }) {
  return (
    <div className="copyable">
      <Code block>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon variant="default" size="sm" aria-label={copied ? 'Copied' : 'Copy'} onClick={copy}>
            <IconCopy size={14} color={copied ? 'green' : undefined} />
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
