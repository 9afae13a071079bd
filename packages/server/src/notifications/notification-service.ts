import {
  refuse,
  type CreateNotificationInput,
  type NotificationDto,
  type NotificationSchedule,
  type NotificationSchedulePreview,
  type NotificationsListResponse,
  type OperationTypes,
  type UpdateNotificationInput,
} from '@oriel/contract';
import { bindFirst } from '../db/bind-first.ts';
import type { Db } from '../db/database.ts';
import { readPage } from '../paging/page.ts';
import type { UserScope } from '../workspace/workspace-scope.ts';
import { changedValues } from './changed-values.ts';
import { findNamedDashboard } from './named-dashboard.ts';
import { checkListFilter } from './list-filter.ts';
import {
  createNotificationStore,
  getNotification,
  notificationsNewestFirst,
  type NotificationRow,
} from './notification-store.ts';
import { createRunStore, type RunRow } from './runs/run-store.ts';
import { describeCron, firstAfter, nextRuns } from './schedule/cron.ts';
import { toCron, toSchedule } from './schedule/schedule.ts';
import { toJson } from './to-json.ts';

/** What the parts of the service work with. */
interface NotificationNeeds {
  readonly db: Db;
  readonly canSendMail: boolean;
  readonly store: ReturnType<typeof createNotificationStore>;
  readonly runs: ReturnType<typeof createRunStore>;
}

/** Makes the service of notifications; `canSendMail`: whether there is a mail server. */
export function createNotificationService(db: Db, { canSendMail }: { canSendMail: boolean }) {
  const store = createNotificationStore(db);
  const runs = createRunStore(db);
  return bindFirst({ db, canSendMail, store, runs }, { get, list, create, update, remove, preview });
}

/** @throws `notification_not_found` */
async function get(
  needs: Pick<NotificationNeeds, 'canSendMail' | 'store' | 'runs'>,
  deploymentId: number,
  id: number,
): Promise<NotificationDto> {
  const [shown] = await show(needs, [await getNotification(needs.store, deploymentId, id)]);
  if (!shown) throw new Error(`The notification ${id} was not shown`);
  return shown;
}

/** The newest first. @throws `invalid_cursor`, `validation_failed` for filters that exclude each other */
async function list(
  needs: Pick<NotificationNeeds, 'canSendMail' | 'store' | 'runs'>,
  deploymentId: number,
  { first, after, ...filter }: OperationTypes['getNotifications']['query'],
): Promise<NotificationsListResponse> {
  checkListFilter(filter);
  const { rows, pageInfo } = await readPage({ first, after }, notificationsNewestFirst, (range) =>
    needs.store.list(deploymentId, filter, range),
  );
  return { items: await show(needs, rows), pageInfo };
}

/**
 * @param baseUrl where its readers reach the server
 * @throws `validation_failed`, `dashboard_not_found`
 */
async function create(
  needs: Pick<NotificationNeeds, 'canSendMail' | 'store' | 'runs'>,
  { actor, deploymentId }: UserScope,
  input: CreateNotificationInput,
  baseUrl: string,
): Promise<NotificationDto> {
  const dashboard = await findNamedDashboard(needs.store, deploymentId, input);
  const schedule = toSchedule(input);
  const cronExpression = toCron(schedule);
  const now = await needs.store.now();
  const id = await needs.store.insert({
    deploymentId,
    dashboardId: dashboard.id,
    ...schedule,
    cronExpression,
    nextRunAt: firstAfter(cronExpression, schedule.timezone, now)?.toISOString() ?? null,
    notificationEnabled: input.notificationEnabled ?? true,
    notificationFormat: input.notificationFormat ?? 'png',
    notificationAiSummary: input.notificationAiSummary ?? false,
    filters: toJson(input.filters),
    timeGrains: toJson(input.timeGrains),
    memberSwitchers: toJson(input.memberSwitchers),
    baseUrl,
    createdBy: actor.userId,
  });
  return get(needs, deploymentId, id);
}

/** @throws `notification_not_found`, `validation_failed` */
async function update(
  needs: NotificationNeeds,
  deploymentId: number,
  id: number,
  input: UpdateNotificationInput,
  baseUrl: string,
): Promise<NotificationDto> {
  await needs.db.transaction().execute(async (tx) => {
    const locked = createNotificationStore(tx);
    await locked.lock(deploymentId, id);
    const row = await locked.find(deploymentId, id);
    if (!row) throw refuse('notification_not_found', { id });
    const values = changedValues(row, input, await locked.now());
    await locked.update(deploymentId, id, { ...values, baseUrl });
  });
  return get(needs, deploymentId, id);
}

/** @throws `notification_not_found` */
async function remove(
  { store }: Pick<NotificationNeeds, 'store'>,
  deploymentId: number,
  id: number,
): Promise<void> {
  if (!(await store.remove(deploymentId, id))) throw refuse('notification_not_found', { id });
}

/** @throws `validation_failed` */
async function preview(
  { store }: Pick<NotificationNeeds, 'store'>,
  input: NotificationSchedule,
): Promise<NotificationSchedulePreview> {
  const schedule = toSchedule(input);
  const cronExpression = toCron(schedule);
  const coming = nextRuns(cronExpression, schedule.timezone, await store.now());
  return {
    cronExpression,
    humanReadableSchedule: describeCron(cronExpression),
    nextRuns: coming.map((run) => run.toISOString()),
  };
}

async function show(
  { canSendMail, runs }: Pick<NotificationNeeds, 'canSendMail' | 'runs'>,
  rows: readonly NotificationRow[],
): Promise<NotificationDto[]> {
  const latest = await runs.findLatest(rows.map(({ id }) => id));
  return rows.map((row) => toNotification(row, latest.get(row.id), canSendMail));
}

function toNotification(
  row: NotificationRow,
  lastRun: RunRow | undefined,
  canSendMail: boolean,
): NotificationDto {
  return {
    ...row,
    humanReadableSchedule: describeCron(row.cronExpression),
    canSendMail,
    lastRun: lastRun ?? null,
  };
}
