import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CONNECTION_LIMITS } from '../http/listening/connection-limits.ts';
import { DEFAULT_RATE_LIMITS } from '../http/rate-limit/rate-limit-settings.ts';
import { parseSettings } from './parse-settings.ts';
import { SettingsError } from '../settings-error.ts';

function rateLimits(args: string[], env: NodeJS.ProcessEnv = {}) {
  const settings = parseSettings(args, env);
  return settings === 'help' ? undefined : settings.rateLimits;
}

test('rate limits are flags, or variables, or what they are without either', () => {
  assert.deepEqual(rateLimits([]), DEFAULT_RATE_LIMITS);
  assert.deepEqual(
    rateLimits(['--rate-limit', '50'], { ORIEL_RATE_LIMIT: '7', ORIEL_RATE_LIMIT_ADDRESS: '0' }),
    {
      ...DEFAULT_RATE_LIMITS,
      perCredential: 50,
      perAddress: 0,
    },
  );
});

test('a rate limit is a whole number', () => {
  for (const value of ['-1', '1.5', 'many', ' ', '1e9'])
    assert.throws(
      () => parseSettings([`--rate-limit=${value}`], {}),
      (error) =>
        error instanceof SettingsError && error.message.startsWith('--rate-limit takes a whole number'),
      value,
    );
});

test('the times of connections are seconds, and the reserve of the disk is megabytes', () => {
  const settings = parseSettings(
    ['--header-timeout', '5', '--max-connections', '100', '--disk-reserve', '1'],
    { ORIEL_ANSWER_TIMEOUT: '7' },
  );
  assert.notEqual(settings, 'help');
  if (settings === 'help') return;
  assert.deepEqual(settings.connectionLimits, {
    ...DEFAULT_CONNECTION_LIMITS,
    headerMs: 5_000,
    answerMs: 7_000,
    maxConnections: 100,
  });
  assert.equal(settings.diskReserveBytes, 2 ** 20);
  for (const [flag, value] of [
    ['--header-timeout', '0'],
    ['--request-timeout', '0.5'],
    ['--idle-timeout', 'long'],
    ['--max-connections', '0'],
    ['--disk-reserve', '-1'],
  ] as const)
    assert.throws(
      () => parseSettings([`${flag}=${value}`], {}),
      (error) => error instanceof SettingsError && error.message.startsWith(`${flag} takes a whole number`),
      flag,
    );
});

test('a token of the metrics is none that is guessed', () => {
  const tokenOf = (token: string) => {
    const settings = parseSettings(['--metrics-token', token], {});
    return settings === 'help' ? undefined : settings.metricsToken;
  };
  assert.equal(tokenOf('0123456789abcdef'), '0123456789abcdef');
  for (const token of ['short', 'with spaces in between', 'ünicode-ünicode-ünicode', 'x'.repeat(513)])
    assert.throws(() => tokenOf(token), SettingsError);
});

test('a provider of the settings has an issuer and a client', () => {
  const parse = (env: NodeJS.ProcessEnv) => {
    const settings = parseSettings([], env);
    return settings === 'help' ? undefined : settings.oidcProvider;
  };
  const given = { ORIEL_OIDC_ISSUER: 'https://idp.example.com', ORIEL_OIDC_CLIENT_ID: 'oriel' };
  assert.equal(parse({}), undefined);
  const read = {
    issuer: 'https://idp.example.com',
    clientId: 'oriel',
    clientSecret: 's',
    trustsEmails: false,
    endsProviderSession: false,
  };
  const secret = { ORIEL_OIDC_CLIENT_SECRET: 's' };
  assert.deepEqual(parse({ ...given, ...secret }), read);
  const more = { ORIEL_OIDC_TRUSTS_EMAILS: 'true', ORIEL_OIDC_ENDS_SESSION: 'true' };
  assert.deepEqual(parse({ ...given, ...secret, ...more }), {
    ...read,
    trustsEmails: true,
    endsProviderSession: true,
  });
  for (const env of [
    { ORIEL_OIDC_ISSUER: given.ORIEL_OIDC_ISSUER },
    { ORIEL_OIDC_CLIENT_SECRET: 's' },
    { ...given, ORIEL_OIDC_ISSUER: 'https://user:secret@idp.example.com' },
    { ...given, ORIEL_OIDC_ISSUER: 'idp' },
    { ...given, ORIEL_OIDC_TRUSTS_EMAILS: 'perhaps' },
  ])
    assert.throws(() => parse(env), SettingsError);
});
