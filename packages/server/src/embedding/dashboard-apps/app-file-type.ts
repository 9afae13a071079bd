import { extname } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.geojson': 'application/json',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.topojson': 'application/json',
};

/** The type that a file of an app is served as: by the end of its name, or as plain text. */
export function appFileType(name: string): string {
  return `${TYPES[extname(name).toLowerCase()] ?? 'text/plain'}; charset=utf-8`;
}

/** Whether a file of an app is a page. */
export const isAppPage = (name: string): boolean => appFileType(name).startsWith('text/html');
