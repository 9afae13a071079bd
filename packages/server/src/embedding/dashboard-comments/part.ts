import { databasePart } from '../../db/part.ts';
import { mailRoomPart } from '../../mail/part.ts';
import { settings } from '../../parts/inputs.ts';
import { part } from '../../parts/part.ts';
import { keyringPart } from '../../secrets/part.ts';
import { embedDashboardsPart } from '../embed-dashboards/part.ts';
import { subjectsPart } from '../viewers-part.ts';
import { createDashboardCommentRoutes } from './comment-routes.ts';
import { handleMentionMails } from './send-mention-mails.ts';
import { commentTables } from './comment-tables.ts';

/** Comments on dashboards, and mail to those whom they mention. */
export const dashboardCommentsPart = part({
  name: 'comments on dashboards',
  tables: commentTables,
  needs: {
    settings,
    database: databasePart,
    keyring: keyringPart,
    mailRoom: mailRoomPart,
    subjects: subjectsPart,
    embedDashboards: embedDashboardsPart,
  },
  make({ settings: { baseUrl }, database: { db }, ...tools }) {
    return {
      operations: createDashboardCommentRoutes(db, tools.embedDashboards),
      jobs: [handleMentionMails({ db, baseUrl, ...tools })],
    };
  },
});
