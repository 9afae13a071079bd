import { Badge } from '@mantine/core';
import type { NotificationDelivery, NotificationRun } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';

type Status = NotificationRun['status'] | NotificationDelivery['status'];

const colors: Readonly<Record<Status, string>> = {
  pending: 'gray',
  running: 'blue',
  retrying: 'yellow',
  succeeded: 'green',
  sent: 'green',
  partial: 'orange',
  failed: 'red',
  not_delivered: 'orange',
  skipped: 'gray',
};

/** What has become of a run or of a delivery. */
export function RunStatus({ status }: { status: Status }) {
  return (
    <Badge variant="light" color={colors[status]} miw="max-content">
      {t(`notifications.status.${status}`)}
    </Badge>
  );
}
