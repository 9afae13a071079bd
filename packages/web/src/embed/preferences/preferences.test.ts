import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedLocales } from '@oriel/embed';
import { resolveLanguage, resolveTimezone, type PreferenceSources } from './preferences.ts';

const sources = (
  address: string,
  more: Partial<Omit<PreferenceSources, 'address'>> = {},
): PreferenceSources => ({
  address: new URLSearchParams(address),
  session: {},
  account: undefined,
  ...more,
});
const account = (enabled: boolean) => ({
  timezoneSettings: { enabled, timezone: 'Asia/Tokyo' },
  embedding: { timezone: 'Europe/Paris', locale: 'de' },
});

test('the address goes before the session, and the session before the account', () => {
  const zone = (address: string, session: object, isOn: boolean) =>
    resolveTimezone(sources(address, { session, account: account(isOn) as PreferenceSources['account'] }))
      .timezone;
  assert.equal(zone('timezone=US/Eastern', { timezone: 'Europe/Berlin' }, true), 'US/Eastern');
  assert.equal(zone('', { timezone: 'Europe/Berlin' }, true), 'Europe/Berlin');
  assert.equal(zone('', {}, true), 'Europe/Paris');
  assert.equal(zone('', {}, false), undefined, 'time zones of the account are switched off');
});

test('the zone of the dashboard goes before that of the account, while time zones are on', () => {
  const zone = (dashboardZone: string | undefined, isOn: boolean, session: object = {}) =>
    resolveTimezone(
      sources('', { session, dashboardZone, account: account(isOn) as PreferenceSources['account'] }),
    );
  assert.deepEqual(zone('America/Lima', true), { timezone: 'America/Lima', problems: [] });
  assert.equal(zone('America/Lima', true, { timezone: 'Asia/Tokyo' }).timezone, 'Asia/Tokyo');
  assert.equal(zone('America/Lima', false).timezone, undefined);
  for (const none of ['viewer', '+02:00', '', undefined])
    assert.deepEqual(zone(none, true), { timezone: 'Europe/Paris', problems: [] }, String(none));
});

test('a zone that is none is skipped and told', () => {
  for (const zone of ['+02:00', '-0530', 'Mars/Olympus', '']) {
    const found = resolveTimezone(
      sources(`timezone=${encodeURIComponent(zone)}`, { session: { timezone: 'Asia/Tokyo' } }),
    );
    assert.equal(found.timezone, 'Asia/Tokyo');
    assert.deepEqual(found.problems, [
      {
        context: 'address',
        message: `timezone must be an IANA time zone such as Europe/Berlin, not "${zone}"`,
      },
    ]);
  }
  assert.equal(
    resolveTimezone(sources('', { session: { timezone: 'Mars/Olympus' } })).problems[0]?.context,
    'session',
  );
});

test('the first language that is shipped holds, and another is told where the host wrote it', () => {
  const told = (tag: string) =>
    `locale must be a language of ${shippedLocales.join(', ')}, not ${JSON.stringify(tag)}`;
  const resolve = (address: string, locale?: string) =>
    resolveLanguage(
      sources(address, {
        session: { ...(locale !== undefined && { locale }) },
        account: account(false) as PreferenceSources['account'],
      }),
    );
  assert.deepEqual(resolve('locale=fr', 'es'), { language: 'fr', problems: [] });
  assert.deepEqual(resolve('', 'es-AR'), { language: 'es-AR', problems: [] });
  assert.deepEqual(resolve('', undefined), { language: 'de', problems: [] });
  assert.deepEqual(resolve('locale=tlh', 'es'), {
    language: 'es',
    problems: [{ context: 'address', message: told('tlh') }],
  });
  assert.deepEqual(resolve('locale=', 'no language tag'), {
    language: 'de',
    problems: [
      { context: 'address', message: told('') },
      { context: 'session', message: told('no language tag') },
    ],
  });
});

test('a value of any length makes a problem that fits into a message', () => {
  const long = 'x'.repeat(70_000);
  const { problems } = resolveLanguage(sources(`locale=${long}`));
  problems.push(...resolveTimezone(sources(`timezone=${long}`)).problems);
  assert.deepEqual(
    problems.map(({ message }) => message.length < 300 && message.endsWith('x…')),
    [true, true],
  );
});
