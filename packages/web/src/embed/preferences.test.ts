import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localesOf, resolveTimezone, type PreferenceSources } from './preferences.ts';

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

test('languages are tried in the same order', () => {
  const all = sources('locale=fr', {
    session: { locale: 'es' },
    account: account(false) as PreferenceSources['account'],
  });
  assert.deepEqual(localesOf(all), ['fr', 'es', 'de']);
});
