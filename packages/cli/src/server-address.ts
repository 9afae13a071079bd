import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from './command-error.ts';
import type { Flags } from './flags.ts';

/** Which server a command asks, with which key, and where both were said. */
export interface ServerAddress {
  /** Without a slash at the end. */
  readonly url: string;
  readonly urlSource: string;
  readonly apiKey: string;
  readonly apiKeySource: string;
}

/**
 * Finds the server: flags, then variables, then what a server that was started here has left in `ready.json`. The key of
 * that file goes to its own server only.
 *
 * @throws {@link UsageError} when no server or no key is known, or one cannot be right
 */
export async function findServerAddress(flags: Flags, env: NodeJS.ProcessEnv): Promise<ServerAddress> {
  const file = join(env['ORIEL_DATA'] || '.oriel', 'ready.json');
  const ready = await readReadyFile(file);
  const url = firstOf(['--url', flags.url], ['ORIEL_URL', env['ORIEL_URL']], [file, ready.url]);
  if (!url)
    throw new UsageError('No server is known: start one with oriel start, give --url or set ORIEL_URL');
  const address = toBaseUrl(url.value, url.source);
  const readyKey = ready.url !== undefined && address === ready.url ? ready.apiKey : undefined;
  const apiKey = firstOf(
    ['--api-key', flags['api-key']],
    ['ORIEL_API_KEY', env['ORIEL_API_KEY']],
    [file, readyKey],
  );
  if (!apiKey)
    throw new UsageError(`No API key for ${address} is known: set ORIEL_API_KEY or give --api-key`);
  if (!/^[\x21-\x7e]+$/.test(apiKey.value))
    throw new UsageError(`${apiKey.source} is not an API key: it has characters that no key has`);
  return { url: address, urlSource: url.source, apiKey: apiKey.value, apiKeySource: apiKey.source };
}

interface Said {
  readonly source: string;
  readonly value: string;
}

/** The first that says anything; an empty text says nothing. */
function firstOf(
  ...places: readonly (readonly [source: string, value: string | undefined])[]
): Said | undefined {
  return places.flatMap(([source, value]) => (value ? [{ source, value }] : []))[0];
}

function toBaseUrl(text: string, source: string): string {
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new UsageError(
    `${source} takes an http or https address such as https://analytics.example.com, not ${JSON.stringify(text)}`,
  );
}

async function readReadyFile(file: string): Promise<{ url?: string; apiKey?: string }> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    // Our own server writes it.
    return JSON.parse(text) as { url?: string; apiKey?: string };
  } catch (cause) {
    throw new UsageError(`${file} is not what a server writes; remove it, or give --url and --api-key`, {
      cause,
    });
  }
}
