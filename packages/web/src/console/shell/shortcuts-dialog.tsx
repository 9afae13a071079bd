import { Group, Kbd, Modal, Stack, Table, Text, Title } from '@mantine/core';

/** Every shortcut that the console hears, by the place where it does; the keys of one line do the same or belong together. */
const shortcuts = [
  {
    place: 'Anywhere',
    keys: [
      { keys: ['?'], does: 'Show this help' },
      { keys: ['/'], does: 'Search the workspace, when it is open' },
    ],
  },
  {
    place: 'In the list',
    keys: [
      { keys: ['↑', '↓'], does: 'Go to the row above or below' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['Space'], does: 'Select the row, or no longer' },
      { keys: ['Shift Space'], does: 'Select from the last one to this row' },
      { keys: ['Ctrl A', '⌘ A'], does: 'Select everything that is loaded' },
      { keys: ['Esc'], does: 'Select nothing' },
    ],
  },
  {
    place: 'In the folder tree',
    keys: [
      { keys: ['↑', '↓'], does: 'Go to the folder above or below' },
      { keys: ['→'], does: 'Open the folder, then go into it' },
      { keys: ['←'], does: 'Close the folder, then go to the one around it' },
      { keys: ['Home', 'End'], does: 'Go to the first or the last folder' },
      { keys: ['Enter', 'Space'], does: 'Show the folder' },
    ],
  },
] as const;

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="md">
      <Stack>
        {shortcuts.map(({ place, keys }) => (
          <section key={place}>
            <Title order={3} mb={4}>
              {place}
            </Title>
            <Table withRowBorders={false} verticalSpacing={5} horizontalSpacing={0}>
              <Table.Tbody>
                {keys.map(({ keys: alternatives, does }) => (
                  <Table.Tr key={does}>
                    <Table.Td w={130}>
                      <Group gap={4}>
                        {alternatives.map((key) => (
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
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
