import { Badge, Button, Code, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ChartPalette } from '@oriel/contract';
import { schemeOf } from '@oriel/dashboard/palettes';
import { IconPalette, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { RowMenu } from '../settings/row-menu.tsx';
import { SettingsTable } from '../settings/settings-table.tsx';
import { MessageState } from '../elements/states.tsx';
import { PaletteDialog } from './palette-dialog.tsx';
import { PaletteSwatches } from './palette-swatches.tsx';
import { UndoNotice } from '../settings/undo-notice.tsx';
import { useConfigChanges } from '../api/use-config-changes.ts';
import { withDefault, withoutEntry } from './edited-list.ts';

/** The palettes of the account. */
export function PalettesTab({ palettes }: { palettes: readonly ChartPalette[] }) {
  const changes = useConfigChanges();
  const [dialog, setDialog] = useState<'create' | ChartPalette>();
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
      {t('appearance.palettes.create')}
    </Button>
  );
  return (
    <Stack>
      {!dialog && <FailureAlert error={changes.mutation.error} />}
      <UndoNotice changes={changes} />
      {palettes.length === 0 ? (
        <MessageState
          icon={IconPalette}
          title={t('appearance.palettes.none')}
          text={t('appearance.palettes.noneText')}
        >
          {create}
        </MessageState>
      ) : (
        <>
          <Group justify="flex-end">{create}</Group>
          <SettingsTable head={<PaletteHead />}>
            {palettes.map((palette) => (
              <PaletteRow
                key={palette.id}
                palette={palette}
                onEdit={() => setDialog(palette)}
                onDefault={() =>
                  changes.change(t('appearance.palettes.saved', { name: palette.name }), (now) => ({
                    chartPalettes: withDefault(now.chartPalettes, palette.id),
                  }))
                }
                onRemove={() =>
                  changes.change(t('appearance.palettes.removed', { name: palette.name }), (now) => ({
                    chartPalettes: withoutEntry(now.chartPalettes, palette.id),
                  }))
                }
              />
            ))}
          </SettingsTable>
        </>
      )}
      {dialog && (
        <PaletteDialog
          changes={changes}
          palettes={palettes}
          {...(dialog !== 'create' && { palette: dialog })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Stack>
  );
}

function PaletteHead() {
  return (
    <>
      <Table.Th>{t('appearance.palettes.name')}</Table.Th>
      <Table.Th>{t('appearance.palettes.colors')}</Table.Th>
      <Table.Th>{t('appearance.palettes.kind')}</Table.Th>
      <Table.Th visibleFrom="sm">{t('appearance.palettes.id')}</Table.Th>
      <Table.Th w={48}>
        <VisuallyHidden>{t('appearance.palettes.actions', { name: '' })}</VisuallyHidden>
      </Table.Th>
    </>
  );
}

interface PaletteRowProps {
  palette: ChartPalette;
  onEdit(): void;
  onDefault(): void;
  onRemove(): void;
}

function PaletteRow({ palette, onEdit, onDefault, onRemove }: PaletteRowProps) {
  const { id, name, kind, colors, isDefault } = palette;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {name}
          </Text>
          {isDefault && (
            <Badge variant="light" size="sm">
              {t('appearance.palettes.default')}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <PaletteSwatches colors={colors} kind={kind} />
      </Table.Td>
      <Table.Td>{t(`appearance.palettes.${kind}`)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Code>{schemeOf(id)}</Code>
      </Table.Td>
      <Table.Td>
        <RowMenu
          label={t('appearance.palettes.actions', { name })}
          actions={[
            { label: t('action.edit'), onClick: onEdit },
            {
              label: t('appearance.palettes.makeDefault'),
              isDisabled: isDefault === true,
              onClick: onDefault,
            },
            { label: t('action.delete'), isDangerous: true, onClick: onRemove },
          ]}
        />
      </Table.Td>
    </Table.Tr>
  );
}
