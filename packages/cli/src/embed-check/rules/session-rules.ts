import type { Rule } from '../rule.ts';
import { NotTried } from '../rule-outcomes.ts';
import { expect, expectDone, expectRefused } from './expect.ts';

/** Renewing a session that goes on. */
export const renewalRules: readonly Rule[] = [
  {
    id: 'set-session-unknown',
    title: 'set-session refuses a session that is unknown, and the surface goes on',
    section: 5,
    async check({ ask }) {
      expectRefused('set-session', await ask('set-session', { sessionId: '0'.repeat(32) }));
      expectDone('refresh', await ask('refresh'));
    },
  },
  {
    id: 'set-session',
    title: 'set-session goes on with a fresh session, and ready is not repeated',
    section: 5,
    async check(driver) {
      const { ask, newSession, events } = driver;
      expectDone('set-session', await ask('set-session', { sessionId: await newSession() }));
      expectDone('refresh', await ask('refresh'));
      const said = (await events('ready')).length;
      expect(said === 1, `ready was said ${said} times`);
    },
  },
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const USED_MS = DAY_MS - 60 * MINUTE_MS;

/** The end of a session, on a surface with a clock that can be moved. */
export const endRules: readonly Rule[] = [
  {
    id: 'session-expiring',
    title: 'session-expiring comes five minutes before the surface stops using its token',
    section: 5,
    isVital: true,
    async check({ page, until, events }) {
      await until('ready');
      await page.clock.fastForward(USED_MS - 7 * MINUTE_MS);
      const early = [...(await events('session-expiring')), ...(await events('session-expired'))];
      const [first] = early;
      if (first) throw new NotTried('the token lives shorter than a day');
      await page.clock.fastForward(2 * MINUTE_MS + 1000);
      const { payload } = await until('session-expiring');
      const { expiresInSeconds, expiresAt } = payload;
      expect(
        expiresInSeconds > 3 * 60 && expiresInSeconds <= 5 * 60,
        `expiresInSeconds is ${expiresInSeconds}`,
      );
      return `expiresInSeconds ${expiresInSeconds}, ${expiresAt === undefined ? 'without expiresAt' : 'with expiresAt'}`;
    },
  },
  {
    id: 'session-expired',
    title: 'session-expired comes when it stops',
    section: 5,
    isVital: true,
    async check({ page, until, events }) {
      expect((await events('session-expired')).length === 0, 'it came with the warning');
      await page.clock.fastForward(5 * MINUTE_MS + 1000);
      await until('session-expired');
    },
  },
  {
    id: 'session-renewed',
    title: 'after the end the surface goes on with a fresh session, without another ready',
    section: 5,
    async check({ ask, newSession, events }) {
      expectDone('set-session', await ask('set-session', { sessionId: await newSession() }));
      expectDone('refresh', await ask('refresh'));
      const said = (await events('ready')).length;
      expect(said === 1, `ready was said ${said} times`);
    },
  },
];
