import type { ReportKind } from '@oriel/contract';
import { Alert, Button, Group, Loader, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useCallback } from 'react';
import {
  fileOf,
  requestFile,
  useFileExport,
  type ExportFormat,
  type ExportTarget,
} from '../../dashboard/index.ts';
import { t } from '../../messages/console-texts.ts';
import { pageLanguage } from '../../messages/language.ts';
import { pageConfig } from '../../page/page-config.ts';
import { usePermission } from '../api/api.ts';
import { useAppConfig } from '../api/app-config.ts';
import { serverFetch } from '../connection/server-connection.ts';
import { useSurface } from '../surface/surface.ts';

const TABLES: readonly ExportFormat[] = ['csv', 'xlsx'];
const ALL: readonly ExportFormat[] = [...TABLES, 'png', 'pdf'];

/**
 * What may be taken away of a report: tables, and what is drawn where the server has a Chromium; none where the
 * account, the roles, or in an embed its address or its session forbid downloads. The server decides the same by
 * itself.
 */
function useExportFormats(): readonly ExportFormat[] {
  const { shows } = useSurface();
  const mayDownload = usePermission('DownloadData');
  const { data: account } = useAppConfig();
  if (!shows.export || !mayDownload || account?.restrictDataDownload !== false) return [];
  return pageConfig().draws === true ? ALL : TABLES;
}

/** The export of one report at a time, which ends with the page. */
export function useReportExport(deploymentId: number, reportId: number) {
  const { timezone, onDownload } = useSurface();
  const load = useCallback(
    (target: ExportTarget, signal: AbortSignal) =>
      requestFile(
        {
          path: `/api/v1/deployments/${deploymentId}/reports/${reportId}/export`,
          body: {
            format: target.format,
            ...(target.layout && { layout: target.layout }),
            locale: pageLanguage(),
            ...(timezone !== undefined && { timezone }),
          },
          target: { ...target, reportId },
        },
        { request: serverFetch, signal },
      ),
    [deploymentId, reportId, timezone],
  );
  return useFileExport(load, onDownload);
}

interface ReportExportProps {
  exported: ReturnType<typeof useReportExport>;
  title: string;
  kind: ReportKind;
}

/** The menu by which a report is taken away; nothing where nothing may be. */
export function ReportExportMenu({ exported: { state, start }, title, kind }: ReportExportProps) {
  const formats = useExportFormats();
  if (formats.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          rightSection={<IconChevronDown size={14} />}
          disabled={state.status === 'running'}
        >
          {t('reportExport.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void start({ ...fileOf(format, kind), title })}>
            {t(`reportExport.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How far it is, and what a file does not hold. */
export function ReportExportState({ exported: { state, stop }, title }: Omit<ReportExportProps, 'kind'>) {
  switch (state.status) {
    case 'idle':
      return null;
    case 'running':
      return (
        <Group gap="sm" mt="sm" role="status">
          <Loader size="xs" />
          <Text size="sm">{t('reportExport.preparing', { title })}</Text>
          <Button variant="subtle" size="compact-sm" onClick={stop}>
            {t('action.cancel')}
          </Button>
        </Group>
      );
    case 'part':
      return (
        <Alert
          color="orange"
          mt="sm"
          role="status"
          withCloseButton
          closeButtonLabel={t('action.close')}
          onClose={stop}
        >
          {t('reportExport.part', { written: state.rowCount, count: state.totalRowCount })}
        </Alert>
      );
    case 'failed':
      return (
        <Alert
          color="red"
          mt="sm"
          role="alert"
          title={t('reportExport.failed')}
          withCloseButton
          closeButtonLabel={t('action.close')}
          onClose={stop}
        >
          {state.reason || t('reportExport.unreachable')}
        </Alert>
      );
    default:
      return state satisfies never;
  }
}
