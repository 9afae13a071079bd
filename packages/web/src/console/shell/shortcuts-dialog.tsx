import { Group, Kbd, Stack, Table, Text, Title } from '@mantine/core';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';

interface Place {
  place: string;
  shortcuts: readonly Shortcut[];
}

interface Shortcut {
  /** Keys that do the same, or belong together; as they are printed on keyboards. */
  keys: readonly string[];
  does: string;
}

/** The keyboard shortcuts of the console, by the area that they work in. */
const places = (): readonly Place[] => [
  {
    place: t('shortcuts.anywhere.place'),
    shortcuts: [
      { keys: ['?'], does: t('shortcuts.anywhere.help') },
      { keys: ['/'], does: t('shortcuts.anywhere.search') },
    ],
  },
  {
    place: t('shortcuts.list.place'),
    shortcuts: [
      { keys: ['↑', '↓'], does: t('shortcuts.list.walk') },
      { keys: ['Enter'], does: t('shortcuts.list.open') },
      { keys: ['Space'], does: t('shortcuts.list.select') },
      { keys: ['Shift Space'], does: t('shortcuts.list.selectRange') },
      { keys: ['Ctrl A', '⌘ A'], does: t('shortcuts.list.selectAll') },
      { keys: ['Esc'], does: t('shortcuts.list.selectNone') },
    ],
  },
  {
    place: t('shortcuts.tree.place'),
    shortcuts: [
      { keys: ['↑', '↓'], does: t('shortcuts.tree.walk') },
      { keys: ['→'], does: t('shortcuts.tree.open') },
      { keys: ['←'], does: t('shortcuts.tree.close') },
      { keys: ['Home', 'End'], does: t('shortcuts.tree.ends') },
      { keys: ['Enter', 'Space'], does: t('shortcuts.tree.choose') },
    ],
  },
];

/** The keyboard help. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog onClose={onClose} title={t('shell.shortcuts')} size="md">
      <Stack>
        {places().map(({ place, shortcuts }) => (
          <section key={place}>
            <Title order={3} mb={4}>
              {place}
            </Title>
            <ShortcutTable shortcuts={shortcuts} />
          </section>
        ))}
      </Stack>
    </Dialog>
  );
}

function ShortcutTable({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={5} horizontalSpacing={0}>
      <Table.Tbody>
        {shortcuts.map(({ keys, does }) => (
          <Table.Tr key={does}>
            <Table.Td w={130}>
              <Group gap={4}>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{does}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
