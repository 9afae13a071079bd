import type {
  CreateNotificationInput,
  NotificationRecipientInput,
  NotificationSchedule,
  RemoveNotificationRecipientInput,
  UpdateNotificationInput,
} from '@oriel/contract';
import { MAX_PAGE_SIZE } from '@oriel/contract/limits';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

const REFRESH_MS = 3_000;
const OVER = new Set(['succeeded', 'partial', 'failed', 'not_delivered', 'skipped']);

/** Whether a run is still under way. */
function isUnderWay(status: string | undefined): boolean {
  return status !== undefined && !OVER.has(status);
}

/** The notifications of a deployment, the newest first. */
export function useNotifications(deploymentId: number) {
  return usePages(['notifications', deploymentId, 'list'], (query) =>
    client.call('getNotifications', { params: { deploymentId }, query }),
  );
}

/** The runs of a notification, the newest first; read again while one is under way. */
export function useRuns(deploymentId: number, notificationId: number) {
  return useQuery({
    queryKey: ['notifications', deploymentId, 'runs', notificationId],
    queryFn: () =>
      client.call('getNotificationRuns', { params: { deploymentId, notificationId }, query: {} }),
    refetchInterval: ({ state }) =>
      isUnderWay(state.data?.items.find(({ status }) => isUnderWay(status))?.status) ? REFRESH_MS : false,
  });
}

/** What the recipients of a run got. */
export function useDeliveries(deploymentId: number, notificationId: number, notificationRunId: number) {
  return usePages(['notifications', deploymentId, 'deliveries', notificationRunId], (query) =>
    client.call('getNotificationDeliveries', {
      params: { deploymentId, notificationId, notificationRunId },
      query,
    }),
  );
}

/** The recipients of a notification, the last one added first. */
export function useRecipients(deploymentId: number, notificationId: number) {
  return usePages(['notifications', deploymentId, 'recipients', notificationId], (query) =>
    client.call('getRecipients', { params: { deploymentId, notificationId }, query }),
  );
}

/** What a schedule comes to; nothing while it is not complete. */
export function useSchedulePreview(deploymentId: number, schedule: NotificationSchedule) {
  // What is left out of a form is empty rather than null.
  const query = Object.fromEntries(
    Object.entries(schedule).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as NotificationSchedule;
  return useQuery({
    queryKey: ['notification-schedule', deploymentId, query],
    queryFn: () => client.call('previewNotificationSchedule', { params: { deploymentId }, query }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** The published dashboards of a deployment, for a choice. */
export function usePublishedDashboards(deploymentId: number) {
  return useQuery({
    queryKey: ['notifications', deploymentId, 'dashboards'],
    queryFn: async () => {
      const { items } = await client.call('getWorkbooks', {
        params: { deploymentId },
        query: { first: MAX_PAGE_SIZE },
      });
      return items.flatMap(({ name, publishedDashboard }) =>
        publishedDashboard
          ? [{ value: publishedDashboard.publicId, label: publishedDashboard.title ?? name }]
          : [],
      );
    },
  });
}

/** Changes of the notifications of a deployment; what they make stale is read again. */
export function useNotificationChanges(deploymentId: number) {
  const queryClient = useQueryClient();
  const renewal = {
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications', deploymentId] }),
  };
  const of = (notificationId: number) => ({ deploymentId, notificationId });
  return {
    create: useMutation({
      mutationFn: (body: CreateNotificationInput) =>
        client.call('createNotification', { params: { deploymentId }, body }),
      ...renewal,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: number } & UpdateNotificationInput) =>
        client.call('updateNotification', { params: of(id), body }),
      ...renewal,
    }),
    remove: useMutation({
      mutationFn: (id: number) => client.call('deleteNotification', { params: of(id) }),
      ...renewal,
    }),
    run: useMutation({
      mutationFn: (id: number) => client.call('runNotification', { params: of(id) }),
      ...renewal,
    }),
    addRecipient: useMutation({
      mutationFn: ({ id, ...recipient }: { id: number } & NotificationRecipientInput) =>
        client.call('addRecipients', { params: of(id), body: { recipients: [recipient] } }),
      ...renewal,
    }),
    removeRecipient: useMutation({
      mutationFn: ({ id, recipient }: { id: number; recipient: RemoveNotificationRecipientInput }) =>
        client.call('removeRecipients', { params: of(id), body: { recipients: [recipient] } }),
      ...renewal,
    }),
  };
}
