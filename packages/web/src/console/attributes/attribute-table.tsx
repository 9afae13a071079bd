import { Button, Code, Table, Text, VisuallyHidden } from '@mantine/core';
import type { UserAttribute } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { SettingsTable } from '../settings/settings-table.tsx';

interface AttributeTableProps {
  attributes: readonly UserAttribute[];
  onEdit(attribute: UserAttribute): void;
}

/** Attributes with their types and defaults. */
export function AttributeTable({ attributes, onEdit }: AttributeTableProps) {
  return (
    <SettingsTable
      head={
        <>
          <Table.Th>{t('attributes.column.name')}</Table.Th>
          <Table.Th>{t('attributes.column.type')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('attributes.column.default')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('attributes.column.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {attributes.map((attribute) => (
        <Table.Tr key={attribute.id}>
          <Table.Td>
            <Text size="sm" fw={600}>
              {attribute.displayName ?? attribute.name}
            </Text>
            {attribute.displayName != null && <Code>{attribute.name}</Code>}
            {attribute.description != null && (
              <Text size="xs" c="dimmed">
                {attribute.description}
              </Text>
            )}
          </Table.Td>
          <Table.Td>{t(`attributes.type.${attribute.type}`)}</Table.Td>
          <Table.Td visibleFrom="sm">{attribute.defaultValue ?? t('attributes.noDefault')}</Table.Td>
          <Table.Td ta="end">
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('attributes.editNamed', { name: attribute.name })}
              onClick={() => onEdit(attribute)}
            >
              {t('action.edit')}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </SettingsTable>
  );
}
