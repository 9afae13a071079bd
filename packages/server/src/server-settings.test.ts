import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_RATE_LIMITS } from './http/rate-limit/rate-limit-settings.ts';
import { parseSettings } from './server-settings.ts';
import { SettingsError } from './settings-error.ts';

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
