import { databasePart } from '../db/part.ts';
import { embedDashboardsPart } from '../embedding/embed-dashboards/part.ts';
import { subjectsPart, viewerLimitPart } from '../embedding/viewers-part.ts';
import { jobsPart } from '../jobs/part.ts';
import { mailRoomPart } from '../mail/part.ts';
import { settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { picturesPart, renderingPart } from '../rendering/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createNotificationRoutes } from './notification-routes.ts';
import { handleDelivery } from './runs/handle-delivery.ts';
import { handleDueNotifications } from './runs/due-notifications.ts';
import { notificationTables } from './notification-tables.ts';

/** Dashboards that are sent by mail. */
export const notificationsPart = part({
  name: 'notifications',
  tables: notificationTables,
  needs: {
    settings,
    database: databasePart,
    keyring: keyringPart,
    jobs: jobsPart,
    mailRoom: mailRoomPart,
    viewerLimit: viewerLimitPart,
    subjects: subjectsPart,
    embedDashboards: embedDashboardsPart,
    rendering: renderingPart,
    drawPicture: picturesPart,
  },
  make({ settings: { brand, baseUrl }, database: { db }, jobs, viewerLimit, ...tools }) {
    const { keyring, mailRoom, subjects, embedDashboards } = tools;
    const canSendMail = mailRoom !== undefined;
    const rights = { subjects, embedDashboards };
    return {
      operations: createNotificationRoutes({ db, keyring, brand, jobs, canSendMail, viewerLimit, rights }),
      jobs: [handleDueNotifications(db, canSendMail), handleDelivery({ db, baseUrl, ...tools })],
    };
  },
});
