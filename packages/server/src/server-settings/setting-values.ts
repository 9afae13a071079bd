import { readFileSync } from 'node:fs';
import { isIP, type BlockList } from 'node:net';
import { toBlockList } from '@oriel/engine/address-list';
import { SettingsError } from '../settings-error.ts';
import { MS_PER_SECOND, OWN_NETWORKS } from './setting-defaults.ts';

/*
 * Readers of single values. Each takes the flag for its message.
 *
 * @throws {@link SettingsError} for a text that is no such value
 */

/** More than any number of servers answers. */
export const MAX_RATE = 1_000_000;
/** A day: what takes longer hangs. */
const MAX_SECONDS = 86_400;

export function portOf(flag: string, text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new SettingsError(`${flag} takes a number from 0 to 65535, not ${JSON.stringify(text)}`);
}

export function rateOf(flag: string, text: string): number {
  return wholeNumberOf(flag, text, { unit: 'requests a second, 0 for no limit', max: MAX_RATE });
}

/** @returns milliseconds */
export function secondsOf(flag: string, text: string): number {
  return wholeNumberOf(flag, text, { unit: 'seconds, at least 1', min: 1, max: MAX_SECONDS }) * MS_PER_SECOND;
}

export function wholeNumberOf(
  flag: string,
  text: string,
  { unit, min = 0, max }: { unit: string; min?: number; max: number },
): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= min && number <= max) return number;
  throw new SettingsError(`${flag} takes a whole number of ${unit}, not ${JSON.stringify(text)}`);
}

export function booleanOf(flag: string, text: string): boolean {
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw new SettingsError(`${flag} is true or false, not ${JSON.stringify(text)}`);
}

export function oneOf(flag: string, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text;
  throw new SettingsError(`${flag} is one of ${values.join(', ')}, not ${JSON.stringify(text)}`);
}

export function readSettingFile(flag: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new SettingsError(
      `${flag}: the file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    );
  }
}

/** Reads addresses and networks in CIDR form, by comma. */
export function networksOf(flag: string, text: string): BlockList {
  return toBlockList(networkEntriesOf(flag, text));
}

/** Addresses and networks, by comma. @throws {@link SettingsError} */
function networkEntriesOf(flag: string, text: string): string[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      throw new SettingsError(`${flag} takes addresses and networks, not ${JSON.stringify(entry)}`);
  }
  return entries;
}

/** What `--data-source-private-networks` says; `none` is the public internet alone. @throws {@link SettingsError} */
export function dataSourceNetworksOf(text: string = OWN_NETWORKS): string[] {
  return text.trim() === 'none' ? [] : networkEntriesOf('--data-source-private-networks', text);
}
