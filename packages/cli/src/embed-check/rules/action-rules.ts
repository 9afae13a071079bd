import type { Answer, SurfaceDriver } from '../surface-driver.ts';
import type { Rule } from '../rule.ts';
import { expect, expectDone, expectRefused, languageOf } from './expect.ts';

/** A payload, and what must come of it. */
interface Attempt {
  readonly id: string;
  readonly title: string;
  readonly section?: number;
  readonly surfaces?: Rule['surfaces'];
  readonly action: string;
  readonly payload: object;
}

const carriedOut = (attempt: Attempt): Rule => ruleOf(attempt, expectDone);
const refused = (attempt: Attempt): Rule => ruleOf(attempt, expectRefused);

function ruleOf(
  { id, title, section = 1, surfaces, action, payload }: Attempt,
  judge: (action: string, answer: Answer) => void,
): Rule {
  return {
    id,
    title,
    section,
    ...(surfaces && { surfaces }),
    check: async (driver) => judge(action, await driver.ask(action, payload)),
  };
}

/** The actions that every surface carries out, and those that mean nothing to one. */
export const actionRules: readonly Rule[] = [
  {
    id: 'answer',
    title: 'an action with an id is answered once, one without an id never',
    section: 1,
    async check(driver) {
      const { post, messageOf, ask, events } = driver;
      const before = (await events('action-result')).length;
      await post(messageOf('set-color-scheme', { scheme: 'light' }));
      expectDone('set-color-scheme', await ask('set-color-scheme', { scheme: 'light' }));
      expectDone('set-color-scheme', await ask('set-color-scheme', { scheme: 'light' }));
      const answers = (await events('action-result')).length - before;
      expect(answers === 2, `three actions, two of them with an id, had ${answers} answers`);
    },
  },
  {
    id: 'set-color-scheme',
    title: 'set-color-scheme changes the look',
    section: 7,
    async check(driver) {
      expectDone('set-color-scheme', await driver.ask('set-color-scheme', { scheme: 'light' }));
      const light = await driver.page.screenshot();
      expectDone('set-color-scheme', await driver.ask('set-color-scheme', { scheme: 'dark' }));
      await driver.eventually(async () =>
        light.equals(await driver.page.screenshot()) ? 'the picture is as before' : undefined,
      );
      expectDone('set-color-scheme', await driver.ask('set-color-scheme', { scheme: 'auto' }));
    },
  },
  refused({
    id: 'set-color-scheme-unknown',
    title: 'set-color-scheme refuses an unknown scheme',
    action: 'set-color-scheme',
    payload: { scheme: 'purple' },
  }),
  carriedOut({
    id: 'set-theme',
    title: 'set-theme is carried out',
    section: 7,
    action: 'set-theme',
    payload: { primaryColor: '#0a7d55', font: 'Georgia, serif', borderRadius: 4 },
  }),
  {
    id: 'set-theme-part',
    title: 'set-theme does what it can and tells the rest',
    section: 6,
    async check({ ask }) {
      const { ok, meanwhile } = await ask('set-theme', { primaryColor: 'no colour', borderRadius: 6 });
      const errors = meanwhile.filter(({ type }) => type === 'error');
      expect(ok, 'the whole of it was refused');
      expect(errors.length === 1, `it made ${errors.length} errors for one value that cannot be used`);
    },
  },
  {
    id: 'set-locale',
    title: 'set-locale changes the language of the page',
    section: 6,
    check: (driver) => checkLanguage(driver, 'de-DE', 'de-DE'),
  },
  {
    id: 'set-locale-region',
    title: 'set-locale takes a region without texts of its own for its language',
    section: 6,
    check: (driver) => checkLanguage(driver, 'de-AT', 'de-DE'),
  },
  {
    id: 'set-locale-unknown',
    title: 'set-locale refuses a language that is not shipped, and changes nothing',
    section: 6,
    async check(driver) {
      const before = await languageOf(driver);
      expectRefused('set-locale', await driver.ask('set-locale', { locale: 'tlh' }));
      const now = await languageOf(driver);
      expect(now === before, `the language is ${now}, and was ${before}`);
      expectDone('set-locale', await driver.ask('set-locale', { locale: 'en-US' }));
    },
  },
  carriedOut({
    id: 'set-timezone',
    title: 'set-timezone takes a name of the IANA list',
    section: 6,
    action: 'set-timezone',
    payload: { timezone: 'Asia/Tokyo' },
  }),
  refused({
    id: 'set-timezone-offset',
    title: 'set-timezone refuses an offset',
    section: 6,
    action: 'set-timezone',
    payload: { timezone: '+02:00' },
  }),
  carriedOut({
    id: 'refresh',
    title: 'refresh is carried out',
    section: 7,
    action: 'refresh',
    payload: {},
  }),
  refused({
    id: 'navigate-nowhere',
    title: 'navigate is refused where there is nowhere to go',
    section: 7,
    surfaces: ['dashboard', 'chat'],
    action: 'navigate',
    payload: { path: '/embed/d/1/app' },
  }),
  refused({
    id: 'navigate-outside',
    title: 'navigate leads nowhere outside the embed',
    section: 7,
    action: 'navigate',
    payload: { path: '/embed/../workspace' },
  }),
  ...(['get-state', 'set-state', 'set-filter'] as const).map((action) =>
    refused({
      id: `${action}-nothing`,
      title: `${action} is refused where there are no controls`,
      section: 7,
      surfaces: ['app', 'chat'],
      action,
      payload: {
        'get-state': {},
        'set-state': { state: '' },
        'set-filter': { filterUrlParameter: 'f_a.b={"value":"c"}' },
      }[action],
    }),
  ),
];

async function checkLanguage(driver: SurfaceDriver, locale: string, wanted: string): Promise<void> {
  expectDone('set-locale', await driver.ask('set-locale', { locale }));
  await driver.eventually(async () => {
    const lang = await languageOf(driver);
    return lang === wanted ? undefined : `the page says that its language is ${lang || 'none'}`;
  });
}
