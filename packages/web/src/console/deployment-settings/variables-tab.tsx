import { Button, Code, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { encryptedMark, type EnvVariableItem } from '@oriel/contract';
import { IconPlus, IconVariable } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';
import { MessageState } from '../elements/states.tsx';
import { useVariableChanges, useVariables } from './deployment-api.ts';
import { VariableDialog } from './variable-dialog.tsx';

type Dialog = { action: 'edit' | 'delete'; variable: EnvVariableItem } | { action: 'add' };

/** The variables of a deployment: what its sources and templates read. */
export function VariablesTab({ deploymentId }: { deploymentId: number }) {
  const variables = useVariables(deploymentId);
  const { remove } = useVariableChanges(deploymentId);
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ action: 'add' })}>
      {t('variables.add')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text c="dimmed" size="sm" maw={640}>
          {t('variables.hint')}
        </Text>
        {variables.items && variables.items.length > 0 && add}
      </Group>
      <PagedList
        list={variables}
        unloaded={t('variables.unloaded')}
        empty={
          <MessageState icon={IconVariable} title={t('variables.none')} text={t('variables.noneText')}>
            {add}
          </MessageState>
        }
      >
        {(items) => (
          <SettingsTable
            head={
              <>
                <Table.Th>{t('variables.column.name')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('variables.column.value')}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t('variables.column.actions')}</VisuallyHidden>
                </Table.Th>
              </>
            }
          >
            {items.map((variable) => (
              <Table.Tr key={variable.name}>
                <Table.Td>
                  <Code>{variable.name}</Code>
                  {/* What the column of wider screens says. */}
                  <Text size="xs" c="dimmed" hiddenFrom="sm" lineClamp={2}>
                    {shownValue(variable)}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text
                    size="sm"
                    truncate
                    maw={360}
                    c={variable.value === encryptedMark ? 'dimmed' : undefined}
                  >
                    {shownValue(variable)}
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <RowMenu
                    label={t('variables.actionsOf', { name: variable.name })}
                    actions={[
                      {
                        label: t('variables.change'),
                        onClick: () => setDialog({ action: 'edit', variable }),
                      },
                      {
                        label: t('action.delete'),
                        isDangerous: true,
                        onClick: () => setDialog({ action: 'delete', variable }),
                      },
                    ]}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </SettingsTable>
        )}
      </PagedList>
      {dialog?.action === 'add' && <VariableDialog deploymentId={deploymentId} onClose={close} />}
      {dialog?.action === 'edit' && (
        <VariableDialog deploymentId={deploymentId} variable={dialog.variable} onClose={close} />
      )}
      {dialog?.action === 'delete' && (
        <ConfirmDialog
          title={t('variables.deleteTitle', { name: dialog.variable.name })}
          text={t('variables.deleteText')}
          action={t('action.delete')}
          mutation={remove}
          input={dialog.variable.name}
          onClose={close}
        />
      )}
    </>
  );
}

/** The value of a variable, or that it is a secret. */
function shownValue({ value }: EnvVariableItem): string {
  return value === encryptedMark ? t('variables.hidden') : value;
}
