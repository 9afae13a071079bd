import type { Refusal } from '@oriel/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkNewPassword } from './password-rules.ts';

const user = { email: 'Ada.Lovelace@example.com', username: 'countess', firstName: 'Ada' };

const isRefused = (password: string) =>
  assert.rejects(
    checkNewPassword(password, user),
    ({ code }: Refusal) => code === 'password_refused',
    password,
  );

test('a common password is refused, in any case', async () => {
  for (const password of ['password', 'Password1', 'QWERTYUIOP', '1234567890', 'iloveyou1'])
    await isRefused(password);
});

test('one character or a short word over and over is refused', async () => {
  for (const password of ['zzzzzzzzzz', 'xqxqxqxqxq', '~!~!~!~!']) await isRefused(password);
});

test('the names of the user are no password, whatever stands around them', async () => {
  for (const password of [
    'ada.lovelace@example.com',
    'Lovelace1815',
    'countess!!!',
    'oriel2026!',
    'ADA-lovelace-1',
  ])
    await isRefused(password);
});

test('any other password is taken, whatever its characters', async () => {
  for (const password of [
    'correct horse battery staple',
    'kqzjvxwm',
    'lovelace wrote the first program',
    'зимний вечер',
  ])
    await checkNewPassword(password, user);
});
