import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import { sentenceOf } from '../error-text.ts';
import { movesLeft, type MoveResult } from './bulk-move.ts';
import type { MoveFlow } from './use-move-flow.ts';
import styles from './move-notice.module.css';
import { formatCount } from '../format-time.ts';
import { t } from '../../messages/console-texts.ts';

/** What the last move, or the undo of it, is doing or has done, with what can be done next. */
export function MoveNotice({ flow }: { flow: MoveFlow }) {
  const { running, shown } = flow;
  if (running) {
    return (
      <Alert className={styles.notice} color="gray" role="status">
        <Text size="sm">{progressText(running)}</Text>
        <Progress
          mt={6}
          size="sm"
          value={(running.answered / running.total) * 100}
          aria-label={t('workspace.move.progress')}
        />
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
      closeButtonLabel={t('action.close')}
      onClose={flow.dismiss}
      role={left > 0 ? 'alert' : 'status'}
    >
      <Text fw={600}>{headlineOf(result, isUndo)}</Text>
      <Reasons result={result} />
      <Group mt="xs" gap="xs">
        {!isUndo && result.moved.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={flow.undo}>
            {t('action.undo')}
          </Button>
        )}
        {left > 0 && (
          <Button size="compact-sm" variant="default" onClick={flow.retry}>
            {result.moved.length > 0 ? t('workspace.move.retryRest') : t('action.tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function progressText({ isUndo, ...run }: NonNullable<MoveFlow['running']>): string {
  const counts = { answered: formatCount(run.answered), total: formatCount(run.total) };
  return isUndo ? t('workspace.move.movingBack', counts) : t('workspace.move.moving', counts);
}

function headlineOf(result: MoveResult, isUndo: boolean): string {
  const [moved, left] = [result.moved.length, movesLeft(result).length];
  if (moved + left === 0) return t('workspace.move.nothing');
  const done = isUndo
    ? t('workspace.move.movedBack', { count: moved })
    : t('workspace.move.moved', { count: moved });
  return left === 0 ? done : t('workspace.move.part', { moved: done, left: formatCount(left) });
}

function Reasons({ result: { refused, unanswered, stoppedBy } }: { result: MoveResult }) {
  return (
    <div className={styles.reasons}>
      {unanswered.length > 0 && (
        <Text size="sm" mt={4}>
          {t('workspace.move.unanswered', { count: unanswered.length, reason: sentenceOf(stoppedBy) })}
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
