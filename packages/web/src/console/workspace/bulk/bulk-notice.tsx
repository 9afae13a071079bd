import { Alert, Button, Group, List, Progress, Text } from '@mantine/core';
import { sentenceOf } from '../../api/error-text.ts';
import { stepsLeft, type BulkResult, type BulkStep } from '../selection/bulk-run.ts';
import { keyOf } from '../selection/selection.ts';
import type { BulkFlow } from './use-bulk-flow.ts';
import styles from './bulk-notice.module.css';
import { formatCount } from '../../times/format-time.ts';
import { t } from '../../../messages/console-texts.ts';

/** What a change of a selection, or the undo of it, is doing or has done, with what can be done next. */
interface BulkNoticeProps<Step> {
  flow: BulkFlow<Step>;
  /** What is on its way. */
  progressText(isUndo: boolean, counts: { answered: string; total: string }): string;
  /** How many there are of what was done. */
  doneText(isUndo: boolean, count: number): string;
  /** Of something that was gone before it was changed; default the server's sentence. */
  missingText?: string;
}

export function BulkNotice<Step extends BulkStep>({
  flow,
  progressText,
  doneText,
  missingText,
}: BulkNoticeProps<Step>) {
  const { running, shown } = flow;
  if (running) {
    const counts = { answered: formatCount(running.answered), total: formatCount(running.total) };
    return (
      <Alert className={styles.notice} color="gray" role="status">
        <Text size="sm">{progressText(running.isUndo, counts)}</Text>
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
  const left = stepsLeft(result).length;
  const done = doneText(isUndo, result.done.length);
  return (
    <Alert
      className={styles.notice}
      color={left > 0 ? 'orange' : 'green'}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={flow.dismiss}
      role={left > 0 ? 'alert' : 'status'}
    >
      <Text fw={600}>
        {left === 0 ? done : t('workspace.move.part', { moved: done, left: formatCount(left) })}
      </Text>
      <Reasons result={result} missingText={isUndo ? undefined : missingText} />
      <Group mt="xs" gap="xs">
        {!isUndo && result.done.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={flow.undo}>
            {t('action.undo')}
          </Button>
        )}
        {left > 0 && (
          <Button size="compact-sm" variant="default" onClick={flow.retry}>
            {result.done.length > 0 ? t('workspace.move.retryRest') : t('action.tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

interface ReasonsProps {
  result: BulkResult<BulkStep>;
  missingText: string | undefined;
}

function Reasons({ result: { refused, unanswered, stoppedBy }, missingText }: ReasonsProps) {
  return (
    <div className={styles.reasons}>
      {unanswered.length > 0 && (
        <Text size="sm" mt={4}>
          {t('workspace.move.unanswered', { count: unanswered.length, reason: sentenceOf(stoppedBy) })}
        </Text>
      )}
      {refused.length > 0 && (
        <List size="sm" mt={4}>
          {refused.map(({ step: { item }, status, message }) => (
            <List.Item key={keyOf(item)}>
              <b>{item.name}</b>: {(status === 404 && missingText) || message}
            </List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
