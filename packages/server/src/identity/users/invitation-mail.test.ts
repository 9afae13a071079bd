import type { CreatedUser, UserInvitation } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createMailRoom, type MailRoom } from '../../mail/mail-room.ts';
import {
  createTestApp,
  smtpError,
  startMailServer,
  type MailServer,
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
