import { messageLimits } from '@oriel/embed/protocol';
import type { SurfaceDriver } from '../surface-driver.ts';
import type { Rule } from '../rule.ts';
import { Misbehaviour } from '../rule-outcomes.ts';
import { expect, expectRefused, expectSilence } from './expect.ts';

/** Messages that nobody should have to fear. */
export const hostileRules: readonly Rule[] = [
  {
    id: 'unknown-action',
    title: 'an unknown action is refused, and nothing else happens',
    section: 2,
    async check({ ask }) {
      for (const action of ['fly', '__proto__', 'constructor', ''])
        expectRefused(`the action ${JSON.stringify(action)}`, await ask(action));
    },
  },
  {
    id: 'malformed-action',
    title: 'a payload that does not fit is refused',
    section: 1,
    async check({ ask }) {
      const payloads: [string, object][] = [
        ['set-locale', {}],
        ['set-locale', { locale: ['de'] }],
        ['set-color-scheme', { scheme: { toString: 'dark' } }],
        ['set-session', { sessionId: '' }],
        ['navigate', { path: 'javascript:alert(1)' }],
      ];
      for (const [action, payload] of payloads) expectRefused(action, await ask(action, payload));
    },
  },
  {
    id: 'too-big',
    title: 'a message beyond the bounds is refused',
    section: 1,
    async check({ ask }) {
      const { maxChars, maxDepth, maxValues } = messageLimits;
      const deep = (level: number): object => (level === 0 ? {} : { value: deep(level - 1) });
      const extras = { long: 'x'.repeat(maxChars), deep: deep(maxDepth + 4), many: Array(maxValues).fill(0) };
      for (const [name, extra] of Object.entries(extras))
        expectRefused(`a message with a ${name} value`, await ask('refresh', { extra }));
    },
  },
  {
    id: 'cyclic',
    title: 'a message that holds itself stops nothing',
    section: 1,
    async check(driver) {
      const { host, address, messageOf, ask } = driver;
      await host.evaluate(
        ([message, origin]) => {
          const cyclic: Record<string, unknown> = { ...message };
          cyclic['payload'] = cyclic;
          document.querySelector('iframe')?.contentWindow?.postMessage(cyclic, origin);
        },
        [messageOf('set-theme'), address.origin] as const,
      );
      const { ok, message } = await ask('set-color-scheme', { scheme: 'light' });
      expect(ok, `the next action was refused: ${message}`);
    },
  },
  {
    id: 'foreign-message',
    title: 'messages of other programs are not answered',
    section: 1,
    async check(driver) {
      const ours = driver.messageOf('set-color-scheme', { scheme: 'purple' });
      const strange = [
        null,
        42,
        'hello',
        [],
        {},
        { type: 'webpackOk' },
        { ...ours, source: 'another-embed' },
        { ...ours, direction: 'event' },
      ];
      await expectSilence(driver, async () => {
        for (const message of strange) await driver.post(message);
      });
    },
  },
  {
    id: 'prototype',
    title: 'no message reaches the prototypes of the page',
    section: 2,
    async check({ post, messageOf, ask, frame }) {
      for (const action of ['set-theme', 'set-state', 'set-filter'])
        await post({
          ...messageOf(action),
          payload: JSON.parse('{"__proto__":{"isTainted":1},"constructor":{"prototype":{"isTainted":1}}}'),
        });
      await ask('set-color-scheme', { scheme: 'light' });
      const isTainted = await frame().evaluate(() => 'isTainted' in {} || 'isTainted' in []);
      expect(!isTainted, 'a field of a message is on every object of the page');
    },
  },
  {
    id: 'foreign-frame',
    title: 'a frame of another origin beside the surface moves nothing and hears nothing',
    section: 2,
    check: expectDeafTo,
  },
  {
    id: 'own-window',
    title: 'what the page of the surface posts to itself is no action',
    section: 1,
    async check(driver) {
      const message = driver.messageOf('set-color-scheme', { scheme: 'purple' });
      await expectSilence(driver, () =>
        driver.frame().evaluate((data) => window.postMessage(data, '*'), message),
      );
    },
  },
];

async function expectDeafTo(driver: SurfaceDriver): Promise<void> {
  const foreigner = await openForeignFrame(driver);
  // One that a surface would refuse aloud, and one that it would carry out.
  const messages = ['purple', 'dark'].map((scheme) =>
    driver.messageOf('set-color-scheme', { scheme }, 'foreign'),
  );
  await expectSilence(driver, () => foreigner.post(messages));
  const heard = await foreigner.heard();
  if (heard > 0) throw new Misbehaviour(`the frame of another origin heard ${heard} messages`);
}

interface Foreigner {
  post(messages: readonly object[]): Promise<void>;
  heard(): Promise<number>;
}

async function openForeignFrame({ host, foreignOrigin }: SurfaceDriver): Promise<Foreigner> {
  await host.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src });
    frame.style.height = '10px';
    document.body.append(frame);
    return new Promise((resolve) => frame.addEventListener('load', resolve));
  }, `${foreignOrigin}/blank`);
  const frame = host.childFrames().at(-1);
  if (!frame) throw new Misbehaviour('the browser shows no second frame');
  await frame.evaluate(() => {
    let count = 0;
    window.addEventListener('message', () => Object.assign(window, { heardCount: (count += 1) }));
  });
  return {
    post: (messages) =>
      frame.evaluate((all) => {
        for (const message of all) window.parent.frames[0]?.postMessage(message, '*');
      }, messages),
    heard: () => frame.evaluate(() => (window as unknown as { heardCount?: number }).heardCount ?? 0),
  };
}
