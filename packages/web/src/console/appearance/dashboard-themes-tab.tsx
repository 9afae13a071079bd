import { Button, Code, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { AppConfigResponse, NamedDashboardTheme } from '@oriel/contract';
import { IconBrush, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';
import { MessageState } from '../elements/states.tsx';
import { DashboardThemeDialog } from './dashboard-theme-dialog.tsx';
import { withoutEntry } from './edited-list.ts';
import { UndoNotice } from '../settings/undo-notice.tsx';
import { useConfigChanges } from '../api/use-config-changes.ts';

/** The looks that dashboards refer to. */
export function DashboardThemesTab({ config }: { config: AppConfigResponse }) {
  const { dashboardThemes: themes, appTheme: theme, chartPalettes: palettes } = config;
  const changes = useConfigChanges();
  const [dialog, setDialog] = useState<'create' | NamedDashboardTheme>();
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      {t('appearance.themes.create')}
    </Button>
  );
  const remove = ({ id, name }: NamedDashboardTheme) =>
    changes.change(t('appearance.themes.removed', { name }), (now) => ({
      dashboardThemes: withoutEntry(now.dashboardThemes, id),
    }));
  return (
    <Stack>
      {!dialog && <FailureAlert error={changes.mutation.error} />}
      <UndoNotice changes={changes} />
      {themes.length === 0 ? (
        <MessageState
          icon={IconBrush}
          title={t('appearance.themes.none')}
          text={t('appearance.themes.noneText')}
        >
          {create}
        </MessageState>
      ) : (
        <>
          <Group justify="flex-end">{create}</Group>
          <SettingsTable head={<ThemeHead />}>
            {themes.map((theme) => (
              <Table.Tr key={theme.id}>
                <Table.Td>
                  <Text size="sm" fw={550}>
                    {theme.name}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Code>{theme.id}</Code>
                </Table.Td>
                <Table.Td>
                  <RowMenu
                    label={t('appearance.themes.actions', { name: theme.name })}
                    actions={[
                      { label: t('action.edit'), onClick: () => setDialog(theme) },
                      { label: t('action.delete'), isDangerous: true, onClick: () => remove(theme) },
                    ]}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </SettingsTable>
        </>
      )}
      {dialog && (
        <DashboardThemeDialog
          changes={changes}
          themes={themes}
          appearance={{ theme, palettes }}
          {...(dialog !== 'create' && { edited: dialog })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Stack>
  );
}

function ThemeHead() {
  return (
    <>
      <Table.Th>{t('appearance.themes.name')}</Table.Th>
      <Table.Th>{t('appearance.themes.id')}</Table.Th>
      <Table.Th w={48}>
        <VisuallyHidden>{t('appearance.themes.actions', { name: '' })}</VisuallyHidden>
      </Table.Th>
    </>
  );
}
