import { Alert, Button, Group, List, Text } from '@mantine/core';
import type { Item, MoveOutcome } from './workspace-api.ts';

interface MoveOutcomeProps {
  outcome: MoveOutcome;
  items: readonly Item[];
  onUndo(): void;
  onRetry(items: readonly Item[]): void;
  onClose(): void;
}

/** What became of each thing of a move: how many moved, and which did not and why. */
export function MoveOutcomeNotice({
  outcome: { moved, failed },
  items,
  onUndo,
  onRetry,
  onClose,
}: MoveOutcomeProps) {
  const find = (type: string, id: number) => items.find((item) => item.type === type && item.id === id);
  const refused = failed.flatMap(({ type, id }) => find(type, id) ?? []);
  return (
    <Alert
      className="outcome"
      color={failed.length > 0 ? 'orange' : 'green'}
      withCloseButton
      onClose={onClose}
      role="status"
    >
      <Text fw={600}>
        {moved.length} moved{failed.length > 0 ? `, ${failed.length} not` : ''}
      </Text>
      {failed.length > 0 && (
        <List size="sm" mt={4}>
          {failed.map(({ type, id, error }) => (
            <List.Item key={`${type} ${id}`}>
              <b>{find(type, id)?.name ?? `${type} ${id}`}</b>: {error.message}
            </List.Item>
          ))}
        </List>
      )}
      <Group mt="xs" gap="xs">
        {moved.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={onUndo}>
            Undo
          </Button>
        )}
        {refused.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={() => onRetry(refused)}>
            Try the rest again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
