import { defineTables } from '../db/schema/table-rules.ts';
import type {
  DashboardFilter,
  DashboardMemberSwitcher,
  DashboardTimeGrain,
  NotificationDeliveryStatus,
  NotificationFormat,
  NotificationRunCause,
  NotificationRunStatus,
  NotificationScheduleType,
} from '@oriel/contract';
import type { ColumnType, Generated } from 'kysely';
import type { RenderingOverrides } from '../db/values/stored-renderings.ts';
import type { NullableJson } from '../db/values/column-types.ts';

declare module '../db/tables.ts' {
  interface Tables extends NotificationTables {}
}

/** Notifications, their runs and deliveries. */
interface NotificationTables {
  notifications: {
    id: Generated<number>;
    deploymentId: number;
    dashboardId: number;
    scheduleType: NotificationScheduleType;
    minute: number | null;
    hour: number | null;
    dayOfWeek: number | null;
    dayOfMonth: number | null;
    customCron: string | null;
    cronExpression: string;
    timezone: string;
    isEnabled: Generated<boolean>;
    nextRunAt: string | null;
    notificationEnabled: Generated<boolean>;
    notificationFormat: Generated<NotificationFormat>;
    notificationAiSummary: Generated<boolean>;
    filters: NullableJson<DashboardFilter[]>;
    timeGrains: NullableJson<DashboardTimeGrain[]>;
    memberSwitchers: NullableJson<DashboardMemberSwitcher[]>;
    baseUrl: string;
    createdBy: number | null;
    createdAt: Generated<string>;
    updatedAt: Generated<string>;
  };
  notificationRecipients: {
    id: Generated<number>;
    notificationId: number;
    userId: number | null;
    embedUserId: number | null;
    overrides: ColumnType<RenderingOverrides, string | undefined, string>;
    createdAt: Generated<string>;
  };
  notificationRuns: {
    id: Generated<number>;
    notificationId: number;
    cause: NotificationRunCause;
    status: Generated<NotificationRunStatus>;
    error: string | null;
    scheduledFor: string;
    startedAt: string | null;
    finishedAt: string | null;
    createdAt: Generated<string>;
  };
  notificationDeliveries: {
    id: Generated<number>;
    runId: number;
    recipientId: number | null;
    userId: number | null;
    embedUserId: number | null;
    type: 'USER' | 'EMBED_USER';
    email: string;
    status: Generated<NotificationDeliveryStatus>;
    attempts: Generated<number>;
    error: string | null;
    isWithoutData: Generated<boolean>;
    sentAt: string | null;
    claimedUntil: string | null;
  };
}

/** What becomes of their rows. */
export const notificationTables = defineTables<NotificationTables>({
  notifications: { audited: { resource: 'notification', kept: ['nextRunAt'] } },
  notificationRecipients: { audited: { resource: 'notificationRecipient', secret: ['overrides'] } },
  notificationRuns: {
    audited: { resource: 'notificationRun' },
    expires: { key: 'id', when: "created_at < now() - interval '90 days'" },
  },
  notificationDeliveries: {
    unaudited: 'Jobs write it; its runs are in the log where a user has started them.',
  },
});
