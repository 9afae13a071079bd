import type { Rule } from '../rule.ts';
import { expect } from './expect.ts';

/** A host that has no origin, and so cannot be addressed. */
export const opaqueRules: readonly Rule[] = [
  {
    id: 'no-origin',
    title: 'a page without an origin hears nothing',
    section: 2,
    async check({ heard, page, host }) {
      // The page is not framed at all, or has said on itself why it cannot be shown.
      await page.waitForLoadState('networkidle').catch(() => undefined);
      expect(host.childFrames().length === 1, 'the frame is gone');
      const [first] = await heard();
      expect(
        first === undefined,
        `it heard ${first?.event?.type ?? 'a message'}: events are not posted to one origin`,
      );
    },
  },
];
