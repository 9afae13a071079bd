import { createNotificationApp, type NotificationApp } from '@oriel/server/test';
import { median, type Bench, type BenchResult } from '../support/bench.ts';

const RECIPIENTS = 1_000;
const RUNS = 3;
const TARGET_S = 60;

/**
 * A run to many recipients, each with rights of their own, without the time of the mail server and without pictures.
 */
export const sendNotifications: Bench = {
  id: 'send-notifications',
  title: 'Notifications to a thousand recipients',
  async run(): Promise<BenchResult[]> {
    const app = await createNotificationApp();
    try {
      const id = await prepare(app);
      const samples: number[] = [];
      for (let run = 0; run < RUNS; run += 1) samples.push(await secondsOfRun(app, id));
      const note = `${RECIPIENTS} recipients, no two with the same attributes`;
      const figure = { unit: 's', oriel: median(samples), target: TARGET_S } as const;
      return [{ name: 'send-notifications.run', ...figure, samples: { oriel: samples }, note }];
    } finally {
      await app.close();
    }
  },
};

async function secondsOfRun(app: NotificationApp, notificationId: number): Promise<number> {
  let sent = 0;
  const send = async () => {
    sent += 1;
  };
  const { id } = await app.runNow(notificationId);
  const startedAt = performance.now();
  await app.carryOut(id, { mailRoom: { send, close: async () => {} } });
  if (sent !== RECIPIENTS) throw new Error(`${sent} of ${RECIPIENTS} messages were sent`);
  return (performance.now() - startedAt) / 1000;
}

async function prepare(app: NotificationApp): Promise<number> {
  const { pool } = app.database;
  const id = await app.makeNotification(await app.publishSales('Sales'));
  await pool.query(
    `insert into users (tenant_id, email, username, role)
     select $1, 'r' || n || '@example.com', 'r' || n, 'Viewer' from generate_series(1, $2::integer) n`,
    [app.tenantId, RECIPIENTS],
  );
  await pool.query(
    `insert into user_attribute_values (attribute_id, user_id, value)
     select a.id, u.id, jsonb_build_array((array['north', 'south', 'west'])[1 + u.id % 3], 'shop ' || u.id)
     from users u cross join user_attributes a where u.username ~ '^r[0-9]+$' and a.name = 'regions'`,
  );
  await pool.query(
    `insert into notification_recipients (notification_id, user_id)
     select $1, id from users where username ~ '^r[0-9]+$'`,
    [id],
  );
  return id;
}
