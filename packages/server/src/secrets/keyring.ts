import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../settings-error.ts';
import { KEY_BYTES, toEncryptionKey, type EncryptionKey } from './encryption.ts';

/** The keys that secrets are encrypted with where they are stored. */
export interface Keyring {
  /** The key of what is encrypted from now on. */
  current(): Promise<EncryptionKey>;
  /** Undefined for a key that this server does not have. */
  find(id: string): Promise<EncryptionKey | undefined>;
  /** Makes way for another key: what {@link current} gives afterwards. Keys of before can still be found. */
  renew(): Promise<EncryptionKey>;
  /** Forgets every key but the current one. */
  forgetOthers(): Promise<void>;
}

/** The name of the file in the data folder. */
export const KEY_FILE = 'secret.keys';

/**
 * Keys in a file of the data folder, which the first use makes: one to a line in base64, the current one first. Only
 * its owner can read it. It is read anew whenever a key is asked for that is not known, so that a rotation by another
 * process is seen.
 */
export function createFileKeyring(dataDir: string): Keyring {
  const path = join(dataDir, KEY_FILE);
  const known = new Map<string, EncryptionKey>();
  const read = async (): Promise<[EncryptionKey, ...EncryptionKey[]]> => {
    const keys = parseKeys(await readOrMake(path), path);
    for (const key of keys) known.set(key.id, key);
    return keys;
  };
  return {
    current: async () => (await read())[0],
    async find(id) {
      if (!known.has(id)) await read();
      return known.get(id);
    },
    async renew() {
      const added = makeKey();
      await replace(path, `${added}\n${await readOrMake(path)}`);
      return (await read())[0];
    },
    async forgetOthers() {
      const [line = ''] = (await readOrMake(path)).split('\n');
      await replace(path, `${line}\n`);
    },
  };
}

/**
 * Keys of a setting: several by comma, the current one first, each 32 bytes in base64. The file in the data folder
 * still opens what it has encrypted, where there is one.
 *
 * @throws {@link SettingsError} for what is no key
 */
export function createSettingKeyring(setting: string, dataDir: string): Keyring {
  const keys = parseKeys(setting.replaceAll(',', '\n'), '--secret-key');
  const fileKeys = async () => {
    const text = await readFile(join(dataDir, KEY_FILE), 'utf8').catch(() => '');
    return text.trim() === '' ? [] : parseKeys(text, KEY_FILE);
  };
  return {
    current: async () => keys[0],
    async find(id) {
      return keys.find((key) => key.id === id) ?? (await fileKeys()).find((key) => key.id === id);
    },
    // The operator decides on the order of the setting.
    renew: async () => keys[0],
    forgetOthers: async () => {},
  };
}

function makeKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

function parseKeys(text: string, from: string): [EncryptionKey, ...EncryptionKey[]] {
  const lines = text.split('\n').map((line) => line.trim());
  const [first, ...others] = lines.filter(Boolean).map((line) => {
    const bytes = Buffer.from(line, 'base64');
    if (bytes.length !== KEY_BYTES)
      throw new SettingsError(
        `${from} holds a key that is not 32 bytes in base64; openssl rand -base64 32 makes one`,
      );
    return toEncryptionKey(bytes);
  });
  if (!first) throw new SettingsError(`${from} holds no key`);
  return [first, ...others];
}

async function readOrMake(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text !== undefined) return text;
  // The second keeps the key of the first.
  await write(path, `${makeKey()}\n`, async (temporary) => {
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(temporary);
  });
  return readFile(path, 'utf8');
}

async function replace(path: string, text: string): Promise<void> {
  await write(path, text, (temporary) => rename(temporary, path));
}

/** On disk before it is in its place: with a key of half its length everything would be lost. */
async function write(path: string, text: string, place: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await place(temporary);
}
