import type { CreatedUser, UserInvitation } from '@oriel/contract';
import type { ShippedLocale } from '@oriel/contract/locale';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escapeHtml } from '../../mail/escape-html.ts';
import { createMailRoom, type MailRoom } from '../../mail/mail-room.ts';
import { mailTexts } from '../../mail/texts/mail-texts.ts';
import {
  createTestApp,
  smtpError,
  startMailServer,
  type MailServer,
  type ReceivedMail,
  type TestApp,
} from '../../test/index.ts';

let mailServer: MailServer;
let mailRoom: MailRoom;
let app: TestApp;
before(async () => {
  mailServer = await startMailServer();
  mailRoom = createMailRoom(mailServer.settings);
  app = await createTestApp({ mailRoom });
});
after(async () => {
  await app.close();
  await mailRoom.close();
  await mailServer.close();
});

const create = async (email: string, on = app): Promise<CreatedUser> => {
  const answer = await on.call({ method: 'POST', path: '/api/v1/users', body: { email, username: email } });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};

test('a new user has the link of the answer by mail, and each new one', async () => {
  const { id, invitation } = await create('ada@example.com');
  assert.equal(invitation?.delivery, 'sent');
  const [mail] = mailServer.mails;
  assert.equal(mail?.to, 'ada@example.com');
  assert.ok(mail.parts.get('text/html')?.includes(`href="${invitation.url}"`));
  const again = await app.call({ method: 'POST', path: `/api/v1/users/${id}/invitation` });
  const renewed = again.json<UserInvitation>();
  assert.equal(renewed.delivery, 'sent');
  assert.ok(mailServer.mails[1]?.parts.get('text/plain')?.includes(renewed.url));
});

test('an invitation is in the language of the user, else of the account, else English', async () => {
  const invite = async (email: string, settings?: object) => {
    const body = { email, username: email, ...(settings && { settings }) };
    const answer = await app.call({ method: 'POST', path: '/api/v1/users', body });
    assert.equal(answer.statusCode, 200, answer.body);
    const mail = mailServer.mails.find(({ to }) => to === email);
    assert.ok(mail);
    return mail;
  };
  const expect = async (mail: ReceivedMail, locale: ShippedLocale) => {
    const { title, action, reason } = mailTexts[locale].invitation;
    assert.equal(mail.headers.get('content-language'), locale);
    const html = mail.parts.get('text/html') ?? '';
    assert.ok(html.includes(`<html lang="${locale}" dir="ltr">`));
    for (const text of [title, action, reason]) assert.ok(html.includes(escapeHtml(text)), text);
    assert.ok(mail.parts.get('text/plain')?.includes(reason));
    if (locale !== 'en-US') assert.doesNotMatch(html, /password|message|invited/i);
  };
  await expect(await invite('english@example.com'), 'en-US');
  await expect(await invite('sofia@example.com', { locale: 'es-AR' }), 'es-ES');
  const account = (locale: string) =>
    app.call({ method: 'PUT', path: '/api/v1/app-config', body: { embedding: { locale } } });
  assert.equal((await account('ja-JP')).statusCode, 200);
  await expect(await invite('yuki@example.com'), 'ja-JP');
  await expect(await invite('sven@example.com', { locale: 'sv-SE' }), 'sv-SE');
  await expect(await invite('odd@example.com', { locale: 'ar' }), 'ja-JP');
  assert.equal((await account('en')).statusCode, 200);
});

test('a message that is not taken fails nothing, and the answer says so', async () => {
  mailServer.onRecipient = () => {
    throw smtpError(550, 'No such user');
  };
  const { invitation } = await create('unknown@example.com');
  mailServer.onRecipient = () => {};
  assert.equal(invitation?.delivery, 'failed');
  assert.match(invitation.url, /\/invitation#/);
});

test('without a mail server the answer says that nothing was sent', async () => {
  const without = await createTestApp();
  try {
    assert.equal((await create('grace@example.com', without)).invitation?.delivery, 'not_configured');
  } finally {
    await without.close();
  }
});
