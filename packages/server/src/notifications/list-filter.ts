import { refuseFields, type FieldIssue, type OperationTypes } from '@oriel/contract';

/** Which notifications a list has. */
export type NotificationFilter = Omit<OperationTypes['getNotifications']['query'], 'first' | 'after'>;

/**
 * Checks that a list names its dashboard in one way at most, and its recipient.
 *
 * @throws `validation_failed`
 */
export function checkListFilter(filter: NotificationFilter): void {
  const names = (field: keyof NotificationFilter) => filter[field] != null;
  const isOfUser = names('recipientUserId') || names('recipientEmail');
  const isOfViewer = names('recipientEmbedTenantName') || names('recipientExternalId');
  const issues: FieldIssue[] = [];
  const check = (isWrong: boolean, path: keyof NotificationFilter, message: string) => {
    if (isWrong) issues.push({ path, message });
  };
  check(
    names('dashboardId') && names('dashboardPublicId'),
    'dashboardId',
    'does not go with dashboardPublicId',
  );
  check(
    names('recipientUserId') && names('recipientEmail'),
    'recipientUserId',
    'does not go with recipientEmail',
  );
  check(
    isOfViewer && names('recipientEmbedTenantName') !== names('recipientExternalId'),
    names('recipientExternalId') ? 'recipientEmbedTenantName' : 'recipientExternalId',
    'a viewer is named by recipientEmbedTenantName and recipientExternalId together',
  );
  check(isOfUser && isOfViewer, 'recipientExternalId', 'a recipient is a user or a viewer, not both');
  if (issues.length > 0) throw refuseFields(issues);
}
