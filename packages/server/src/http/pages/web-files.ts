import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Where the built web lies. */
export const webDirectory = join(import.meta.dirname, '../../../../web/dist');

/**
 * What a page is told of the account and of its policy; `web` reads it by this id. It stands before the first program
 * of the head, which may run before the rest of the page is there.
 */
export function withConfig(html: string, config: object): string {
  const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`);
  const script = `<script type="application/json" id="oriel-config">${json}</script>`;
  // A function, because a text would have a meaning for every `$` in it.
  return html.replace(/<script|<\/head>/, (next) => script + next);
}

const pages = new Map<string, Promise<string>>();

/** A built page does not change while the server runs. */
export function readPage(name: string): Promise<string> {
  const known = pages.get(name) ?? readFile(join(webDirectory, name), 'utf8');
  pages.set(name, known);
  known.catch(() => pages.delete(name));
  return known;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** An asset of the built pages, or a file of the packages of apps; undefined for one that there is not. */
export async function readAsset(
  name: string,
  folder: 'assets' | 'app-packages' = 'assets',
): Promise<{ type: string; body: Buffer } | undefined> {
  const type = types[extname(name)];
  // A name of one file, and no way to others.
  if (type === undefined || !/^[\w.-]+$/.test(name)) return undefined;
  try {
    return { type, body: await readFile(join(webDirectory, folder, name)) };
  } catch {
    // It is not there, which is what the answer says.
    return undefined;
  }
}
