import type { ScimUser } from '@oriel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createScimCalls, createTestApp, type TestApp } from '../test/index.ts';

let app: TestApp;
let scim: ReturnType<typeof createScimCalls>;
before(async () => {
  app = await createTestApp();
  scim = createScimCalls(app);
});
after(() => app.close());

const newName = () => `n${crypto.randomUUID()}@example.com`;
const make = (body: object = {}) => {
  const userName = newName();
  const emails = [{ value: userName, type: 'work', primary: true }];
  return scim.ok<ScimUser>('POST', '/Users', { body: { userName, emails, ...body } });
};

test('null is the same as not there, in what is created and replaced', async () => {
  for (const more of [
    { displayName: null, externalId: null, emails: null, name: null, title: null, active: null },
    { name: { givenName: null, familyName: 'Hopper' } },
    { emails: [{ value: 'a@example.com', type: null, primary: null }] },
    { emails: [null] },
    { emails: [{ value: null }] },
    { schemas: null, groups: null, phoneNumbers: null },
    { 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': null },
    { id: null, meta: null, password: null },
  ]) {
    const body = { userName: newName(), ...more };
    const made = await scim.call('POST', '/Users', { body });
    assert.equal(made.statusCode, 201, JSON.stringify(more) + made.body);
    const { id } = made.json() as ScimUser;
    const put = await scim.call('PUT', `/Users/${id}`, { body });
    assert.equal(put.statusCode, 200, JSON.stringify(more) + put.body);
  }
  for (const body of [
    { displayName: `g${crypto.randomUUID()}`, members: null, externalId: null },
    { displayName: `g${crypto.randomUUID()}`, members: [null], schemas: null },
  ]) {
    const made = await scim.call('POST', '/Groups', { body });
    assert.equal(made.statusCode, 201, JSON.stringify(body) + made.body);
    const { id } = made.json() as { id: string };
    const put = await scim.call('PUT', `/Groups/${id}`, { body });
    assert.equal(put.statusCode, 200, JSON.stringify(body) + put.body);
  }
});

test('null in a patch takes a value away', async () => {
  for (const operation of [
    { op: 'replace', value: { emails: null } },
    { op: 'replace', path: 'emails', value: null },
    { op: 'add', value: { emails: null, displayName: null } },
    { op: 'replace', path: 'emails', value: [null] },
    { op: 'replace', path: 'emails', value: [{ value: null }] },
    { op: 'add', path: 'emails', value: [null] },
    { op: 'replace', path: 'emails[type eq "work"]', value: null },
    { op: 'replace', path: 'emails[type eq "work"].type', value: null },
    { op: 'replace', path: 'name', value: { givenName: null } },
    { op: 'replace', path: 'name.givenName', value: null },
    { op: 'replace', path: 'displayName', value: null },
  ]) {
    const { id } = await make({ displayName: 'Ada' });
    const answer = await scim.call('PATCH', `/Users/${id}`, { body: scim.patchOf(operation) });
    assert.equal(answer.statusCode, 200, JSON.stringify(operation) + answer.body);
  }
});

test('a filter of values that fits nothing is refused as one without a target', async () => {
  for (const operation of [
    { op: 'replace', path: 'emails[type eq "fax"].value', value: 'x@example.com' },
    { op: 'replace', path: 'emails[type eq "fax"]', value: { value: 'x@example.com' } },
    { op: 'replace', path: 'emails[value eq "nobody@example.com"].primary', value: true },
  ]) {
    const { id } = await make();
    const answer = await scim.call('PATCH', `/Users/${id}`, { body: scim.patchOf(operation) });
    assert.equal(answer.statusCode, 400, JSON.stringify(operation) + answer.body);
    assert.equal((answer.json() as { scimType: string }).scimType, 'noTarget', JSON.stringify(operation));
  }
});

test('active is not taken away: neither by a removal nor by null', async () => {
  for (const operation of [
    { op: 'remove', path: 'active' },
    { op: 'replace', path: 'active', value: null },
    { op: 'add', path: 'active', value: null },
    { op: 'replace', value: { active: null } },
    { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: null },
  ]) {
    const { id } = await make();
    const answer = await scim.call('PATCH', `/Users/${id}`, { body: scim.patchOf(operation) });
    assert.equal(answer.statusCode, 400, JSON.stringify(operation) + answer.body);
    assert.equal((answer.json() as { scimType: string }).scimType, 'invalidValue', JSON.stringify(operation));
  }
});

test('a removal by a filter that fits nothing leaves all as it is', async () => {
  const { id } = await make();
  const operation = { op: 'remove', path: 'emails[type eq "fax"]' };
  const answer = await scim.call('PATCH', `/Users/${id}`, { body: scim.patchOf(operation) });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal((answer.json() as { emails: unknown[] }).emails.length, 1);
});
