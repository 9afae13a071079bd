import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { SettingsError } from '../settings-error.ts';
import { createFileKeyring, createSettingKeyring, KEY_FILE } from './keyring.ts';

let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-keys-'));
});
beforeEach(() => rm(join(dataDir, KEY_FILE), { force: true }));
after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));

const newKey = () => randomBytes(32).toString('base64');

test('the first use makes one key for all who come at once, which only its owner can read', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => createFileKeyring(dataDir).current()));
  assert.equal(new Set(keys.map(({ id }) => id)).size, 1);
  const { mode } = await stat(join(dataDir, KEY_FILE));
  assert.equal(mode & 0o777, 0o600);
  assert.deepEqual(await readdir(dataDir), [KEY_FILE]);
});

test('another process finds a renewed key, and the old one until it is forgotten', async () => {
  const [one, other] = [createFileKeyring(dataDir), createFileKeyring(dataDir)];
  const old = await one.current();
  const renewed = await one.renew();
  assert.notEqual(renewed.id, old.id);
  assert.equal((await other.find(renewed.id))?.id, renewed.id);
  assert.equal((await other.current()).id, renewed.id);
  assert.equal((await createFileKeyring(dataDir).find(old.id))?.id, old.id);
  await one.forgetOthers();
  assert.equal(await createFileKeyring(dataDir).find(old.id), undefined);
});

test('keys of the setting win, and the file still opens what it has encrypted', async () => {
  const ofFile = await createFileKeyring(dataDir).current();
  const [first, second] = [newKey(), newKey()];
  const keyring = createSettingKeyring(`${first}, ${second}`, dataDir);
  const { id } = await createSettingKeyring(second, dataDir).current();
  assert.notEqual((await keyring.current()).id, id);
  assert.equal((await keyring.find(id))?.id, id);
  assert.equal((await keyring.find(ofFile.id))?.id, ofFile.id);
  assert.equal(await keyring.find('0000000000000000'), undefined);
});

test('what is no key is refused, and a damaged file is never replaced', async () => {
  for (const setting of ['', 'short', `${newKey()},short`])
    assert.throws(() => createSettingKeyring(setting, dataDir), SettingsError);
  await writeFile(join(dataDir, KEY_FILE), 'half a k');
  await assert.rejects(createFileKeyring(dataDir).current(), SettingsError);
  await assert.rejects(createFileKeyring(dataDir).renew(), SettingsError);
  assert.match(await readFile(join(dataDir, KEY_FILE), 'utf8'), /half a k$/);
});
