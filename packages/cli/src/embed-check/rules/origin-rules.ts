import type { Rule } from '../rule.ts';
import { expectHeard } from './expect.ts';

/** A host that has no origin, and so cannot be addressed. */
export const opaqueRules: readonly Rule[] = [
  {
    id: 'no-origin',
    title: 'a page without an origin hears nothing',
    section: 2,
    async check(driver) {
      await driver.eventually(async () =>
        driver.host.childFrames().length === 1 ? undefined : 'the host page has no frame',
      );
      // The page is not framed at all, or has said on itself why it cannot be shown.
      await driver.frame().waitForLoadState('networkidle');
      await expectHeard(driver, 0, []);
    },
  },
];
