import type { SurfaceDriver } from '../surface-driver.ts';
import type { Rule } from '../rule.ts';
import { NotTried } from '../rule-outcomes.ts';
import { expect, expectHeard } from './expect.ts';
import { framersOf } from './framers.ts';

/** A host page of an origin that is not allowed. */
export const strangerRules: readonly Rule[] = [
  {
    id: 'private-framing',
    title: 'without a session the surface is framed by origins that are named, or by none',
    section: 5,
    async check({ page, address }) {
      const framers = await framersOf(page, address.withSession(undefined));
      const wide = framers.filter((framer) => framer.includes('*') || /^\w+:$/.test(framer));
      expect(wide.length === 0, `frame-ancestors allows ${wide.join(' ')}`);
      expect(framers.length === 1 || !framers.includes("'none'"), `frame-ancestors is ${framers.join(' ')}`);
      return framers.join(' ');
    },
  },
  {
    id: 'origin-refused',
    title: 'a page of an origin that is not allowed hears origin-refused, and nothing else',
    section: 5,
    isVital: true,
    async check(driver) {
      await expectRefusable(driver, driver.address.withSession(undefined));
      await expectToldOnce(driver, 0);
    },
  },
  {
    id: 'origin-refused-page',
    title: 'in place of the surface such a page shows a refusal that names it, and loads nothing',
    section: 5,
    async check({ frame, hostOrigin }) {
      const seen = await frame().evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        return { status: navigation?.responseStatus, loaded, text: document.body.innerText };
      });
      expect(seen.status === 403, `its status is ${seen.status}`);
      expect(seen.text.includes(hostOrigin), `it says: ${seen.text || 'nothing'}`);
      expect(seen.loaded.length === 0, `it has loaded ${seen.loaded[0]}`);
    },
  },
  {
    id: 'origin-refused-signed',
    title: 'such a page is refused with a session as well',
    section: 5,
    mode: 'signed',
    async check(driver) {
      const before = (await driver.heard()).length;
      // One that is refused needs no session that could be used.
      const url = driver.address.withSession('0'.repeat(32));
      await expectRefusable(driver, url);
      await driver.host.evaluate(
        (src) => Object.assign(document.querySelector('iframe') ?? {}, { src }),
        url,
      );
      await expectToldOnce(driver, before);
    },
  },
  {
    id: 'origin-refused-led',
    title: 'a page with a frame that another page has led to the surface hears nothing',
    section: 5,
    async check(driver) {
      const { host, frame, heard, address, foreignOrigin } = driver;
      await host.evaluate(
        (src) => Object.assign(document.querySelector('iframe') ?? {}, { src }),
        `${foreignOrigin}/blank`,
      );
      await frame().waitForURL(`${foreignOrigin}/blank`);
      const before = (await heard()).length;
      await frame().evaluate((url) => location.assign(url), address.withSession(undefined));
      await frame().waitForURL((url) => url.origin !== foreignOrigin);
      await expectHeard(driver, before, []);
    },
  },
];

/** @throws {@link NotTried} where nobody can be refused, or be told so */
async function expectRefusable({ page, address, hostOrigin }: SurfaceDriver, url: string): Promise<void> {
  if (!(await page.evaluate(() => window.isSecureContext)) || !isTrustworthy(address.origin))
    throw new NotTried('browsers tell a server without HTTPS nothing of frames');
  const framers = await framersOf(page, url);
  if (framers.includes('*'))
    throw new NotTried('every page may frame it: the account does not say which origins may');
  if (framers.includes(hostOrigin)) throw new NotTried(`the account allows ${hostOrigin}`);
}

/** As browsers see it. */
function isTrustworthy(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
}

async function expectToldOnce(driver: SurfaceDriver, before: number): Promise<void> {
  const { address, hostOrigin, eventually, heard } = driver;
  await eventually(async () =>
    (await heard()).length > before ? undefined : 'it heard nothing, and cannot say why it shows nothing',
  );
  await expectHeard(driver, before, ['origin-refused']);
  for (const { event, origin } of (await heard()).slice(before)) {
    if (event?.type !== 'origin-refused') continue;
    const named = event.payload.origin;
    expect(named === hostOrigin, `the origin is ${named}, and that of the page ${hostOrigin}`);
    expect(event.surface === address.surface, `the event names the surface ${event.surface}`);
    expect(origin === address.origin, `it came from ${origin}`);
  }
}
