import type { Rule } from '../rule.ts';
import { expectHeard } from './expect.ts';

/** A host that has no origin, and so cannot be addressed. */
export const opaqueRules: readonly Rule[] = [
  {
    id: 'no-origin',
    title: 'a page without an origin hears nothing',
    section: 2,
    async check(driver) {
      // A frame has an empty page before that of its address comes, and of that page nothing is ever heard.
      await driver.eventually(async () => {
        const [frame] = driver.host.childFrames();
        if (!frame) return 'the host page has no frame';
        return ['', 'about:blank'].includes(frame.url()) ? 'the frame has not loaded' : undefined;
      });
      // The page is not framed at all, or has said on itself why it cannot be shown.
      await driver.frame().waitForLoadState('networkidle');
      await expectHeard(driver, 0, []);
    },
  },
];
