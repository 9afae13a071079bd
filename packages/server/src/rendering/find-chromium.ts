import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of the machine; undefined where there is none. */
export function findChromium(searchPath = process.env['PATH'] ?? ''): string | undefined {
  const folders = searchPath.split(delimiter).filter((folder) => folder !== '');
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...PLACES].find(isExecutable);
}

/** Whether a file is there that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    // A folder may be entered by the same right.
    return statSync(path).isFile();
  } catch {
    // Whatever the reason, it cannot be run.
    return false;
  }
}
