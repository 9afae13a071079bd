import type {
  DashboardAppSource,
  DashboardExportStatus,
  DashboardFilter,
  DashboardMemberSwitcher,
  DashboardTimeGrain,
  NotificationDeliveryStatus,
  NotificationFormat,
  NotificationRunCause,
  NotificationRunStatus,
  NotificationScheduleType,
} from '@oriel/contract';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ExportRequest, RenderingOverrides } from '../stored-renderings.ts';
import type { NullableJson } from './column-types.ts';

/** Notifications and exports of dashboards. */
export interface DeliveryTables {
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
  dashboardExports: {
    id: string;
    deploymentId: number;
    dashboardId: number;
    userId: number;
    subject: string;
    format: NotificationFormat;
    request: JSONColumnType<ExportRequest>;
    status: Generated<DashboardExportStatus>;
    error: string | null;
    content: Buffer | null;
    createdAt: Generated<string>;
    expiresAt: string;
  };
  dashboardAppAddresses: {
    hash: Buffer;
    tenantId: number;
    deploymentId: number;
    /** `CredentialClaims` of the access decisions, which lie above the tables. */
    claims: JSONColumnType<object>;
    versionId: number | null;
    workbookId: number | null;
    app: JSONColumnType<DashboardAppSource> | null;
    expiresAt: string;
  };
}
