import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import { sentenceOf } from '../api.ts';
import { movesLeft, type MoveResult } from './bulk-move.ts';
import type { MoveFlow } from './use-move-flow.ts';
import styles from './move-notice.module.css';

/** What the last move, or the undo of it, is doing or has done, with what can be done next. */
export function MoveNotice({ flow }: { flow: MoveFlow }) {
  const { running, shown } = flow;
  if (running) {
    return (
      <Alert className={styles.notice} color="gray" role="status">
        <Text size="sm">
          {running.isUndo ? 'Moving back' : 'Moving'}: {running.answered.toLocaleString()} of{' '}
          {running.total.toLocaleString()}
        </Text>
        <Progress mt={6} size="sm" value={(running.answered / running.total) * 100} aria-label="Progress" />
      </Alert>
    );
  }
  if (!shown) return null;
  const { result, isUndo } = shown;
  const left = movesLeft(result).length;
  return (
    <Alert
      className={styles.notice}
      color={left > 0 ? 'orange' : 'green'}
      withCloseButton
      closeButtonLabel="Close"
      onClose={flow.dismiss}
      role={left > 0 ? 'alert' : 'status'}
    >
      <Text fw={600}>{headlineOf(result, isUndo)}</Text>
      <Reasons result={result} />
      <Group mt="xs" gap="xs">
        {!isUndo && result.moved.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={flow.undo}>
            Undo
          </Button>
        )}
        {left > 0 && (
          <Button size="compact-sm" variant="default" onClick={flow.retry}>
            {result.moved.length > 0 ? 'Try the rest again' : 'Try again'}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function headlineOf(result: MoveResult, isUndo: boolean): string {
  const [moved, left] = [result.moved.length, movesLeft(result).length];
  if (moved + left === 0) return 'Everything is there already';
  const done = `${moved.toLocaleString()} moved${isUndo ? ' back' : ''}`;
  return left === 0 ? done : `${done}, ${left.toLocaleString()} not`;
}

function Reasons({ result: { refused, unanswered, stoppedBy } }: { result: MoveResult }) {
  return (
    <div className={styles.reasons}>
      {unanswered.length > 0 && (
        <Text size="sm" mt={4}>
          {sentenceOf(stoppedBy)} {unanswered.length.toLocaleString()}{' '}
          {unanswered.length === 1 ? 'item' : 'items'} got no answer.
        </Text>
      )}
      {refused.length > 0 && (
        <List size="sm" mt={4}>
          {refused.map(({ move: { item }, message }) => (
            <List.Item key={`${item.type} ${item.id}`}>
              <b>{item.name}</b>: {message}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
