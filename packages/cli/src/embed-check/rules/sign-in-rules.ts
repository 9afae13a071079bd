import type { Page } from 'playwright-core';
import type { SurfaceDriver } from '../surface-driver.ts';
import type { Rule } from '../rule.ts';
import { Misbehaviour, NotTried } from '../rule-outcomes.ts';
import { expect, expectHeard } from './expect.ts';
import { framersOf } from './framers.ts';

/** A surface without a session, up to the sign-in: what comes behind it is its viewer's. */
export const signInRules: readonly Rule[] = [
  {
    id: 'sign-in-framing',
    title: 'no page frames the sign-in',
    section: 5,
    async check({ page, address }) {
      const framers = await framersOf(page, `${address.origin}/embed/sign-in`);
      expect(framers.join(' ') === "'none'", `frame-ancestors allows ${framers.join(' ')}`);
    },
  },
  {
    id: 'private-data',
    title: 'without a session and a sign-in the dashboard itself is not given out',
    section: 5,
    surfaces: ['dashboard'],
    async check({ page, address }) {
      const path = `/api/v1/embed/dashboard/${encodeURIComponent(address.publicId ?? '')}`;
      const status = (await page.request.get(address.origin + path)).status();
      expect(status === 401, `${path} answers ${status}`);
    },
  },
  {
    id: 'sign-in',
    title: 'who is not signed in finds a button for it',
    section: 5,
    surfaces: ['dashboard', 'chat'],
    isVital: true,
    async check(driver) {
      await driver.eventually(async () => {
        const [first] = await driver.heard();
        if (first?.event?.type === 'origin-refused')
          throw new NotTried(
            `${driver.hostOrigin} may not embed it: have the account allow an origin, and name it with --origin`,
          );
        if (await signInButton(driver).isVisible()) return undefined;
        return first ? `it said ${first.event?.type ?? first.problem}` : 'there is no button “Sign in”';
      });
    },
  },
  {
    id: 'sign-in-first',
    title: 'before the sign-in nothing is said, and nothing done',
    section: 5,
    surfaces: ['dashboard', 'chat'],
    async check(driver) {
      // The host page has sent its first actions long ago.
      await driver.post(driver.messageOf('refresh', {}, 'before-the-sign-in'));
      await expectHeard(driver, 0, []);
    },
  },
  {
    id: 'sign-in-window',
    title: 'the button opens a window at /embed/sign-in, and another one when that was closed',
    section: 5,
    surfaces: ['dashboard', 'chat'],
    async check(driver) {
      const before = (await driver.heard()).length;
      const first = await openSignIn(driver);
      const second = await openSignIn(driver);
      expect(first !== second, 'both had the same challenge');
      await expectHeard(driver, before, []);
    },
  },
  {
    id: 'private-app',
    title: 'the application is for sessions alone: without one it says a fatal error, and no ready',
    section: 5,
    surfaces: ['app'],
    async check(driver) {
      await driver.eventually(async () => {
        const [first] = await driver.heard();
        if (first?.event?.type === 'error' && first.event.payload.fatal) return undefined;
        if (first?.event?.type === 'origin-refused')
          throw new NotTried(`${driver.hostOrigin} may not embed it: name an allowed origin with --origin`);
        return `it said ${first ? (first.event?.type ?? first.problem) : 'nothing'}`;
      });
    },
  },
];

const signInButton = ({ frame }: SurfaceDriver) =>
  frame().getByRole('button', { name: 'Sign in', exact: true });

/** Presses the button and closes the window that comes. @returns its challenge */
async function openSignIn(driver: SurfaceDriver): Promise<string> {
  const { page, address, eventually } = driver;
  const asked: URL[] = [];
  page.context().on('request', (request) => {
    if (request.isNavigationRequest()) asked.push(new URL(request.url()));
  });
  let opened: Page | undefined;
  page.once('popup', (popup) => (opened = popup));
  // It may be some time before the surface knows that the last window is closed.
  await eventually(async () => {
    if (!opened) await signInButton(driver).click();
    return asked[0] && opened ? undefined : 'the button opened no window';
  });
  await opened?.close();
  const [first] = asked;
  if (first?.origin !== address.origin || first.pathname !== '/embed/sign-in')
    throw new Misbehaviour(`the window is at ${first?.origin}${first?.pathname}`);
  const challenge = first.searchParams.get('challenge') ?? '';
  expect(/^[\w-]{43}$/.test(challenge), `its challenge is ${JSON.stringify(challenge)}`);
  return challenge;
}
