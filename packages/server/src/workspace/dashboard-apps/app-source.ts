import { limits, refuseFields, type DashboardConfig } from '@oriel/contract';
import { DEFAULT_APP_ENTRY, faultsOfFiles, type AppFault } from '@oriel/contract/app-files';

/**
 * Checks the files of a dashboard app: names are relative paths without `..`, and the files are no larger than the
 * limits.
 *
 * @param path where the dashboard was sent; empty where the app was sent alone
 * @throws `validation_failed`
 */
export function checkAppFiles({ app }: Pick<DashboardConfig, 'app'>, path: string): void {
  const issues = faultsOfFiles(app?.files ?? {}).map((fault) => issueOf(fault, placeIn(path)));
  if (issues.length > 0) throw refuseFields(issues);
}

/**
 * Checks that an app can be opened: its files are right and the entry is one of them, or it is one document.
 *
 * @param path where the dashboard was sent or is stored; empty where the app was sent alone
 * @throws `validation_failed`
 */
export function checkApp(config: Pick<DashboardConfig, 'app' | 'kind'>, path: string): void {
  if (config.kind !== 'APP') return;
  checkAppFiles(config, path);
  const { html, files, entry: named } = config.app ?? {};
  const entry = named ?? DEFAULT_APP_ENTRY;
  if (!html && !Object.hasOwn(files ?? {}, entry))
    throw refuseFields([issueOf({ kind: 'entry', entry }, placeIn(path))]);
}

/**
 * The file that an app is opened with, as it stands in an address; an app that is one document has the name of the
 * default.
 */
export function entryPath({ app }: Pick<DashboardConfig, 'app'>): string {
  const entry = app?.html ? DEFAULT_APP_ENTRY : (app?.entry ?? DEFAULT_APP_ENTRY);
  return entry.split('/').map(encodeURIComponent).join('/');
}

/** A file of an app by its name; undefined where there is none. */
export function fileOf({ app }: Pick<DashboardConfig, 'app'>, name: string): string | undefined {
  if (app?.html && name === DEFAULT_APP_ENTRY) return app.html;
  return Object.hasOwn(app?.files ?? {}, name) ? app?.files?.[name] : undefined;
}

const placeIn = (path: string) => (path === '' ? 'app' : `${path}.app`);

function issueOf(fault: AppFault, place: string): Parameters<typeof refuseFields>[0][number] {
  const fileAt = (name: string) => `${place}.files.${name.slice(0, limits.MAX_NAME_LENGTH)}`;
  switch (fault.kind) {
    case 'name':
      return {
        path: fileAt(fault.file),
        message:
          'must be a relative path of at most 255 characters, such as lib/chart.js, without empty parts, "." or ".."',
      };
    case 'fileSize':
      return {
        path: fileAt(fault.file),
        message: `has ${fault.bytes} bytes, more than ${limits.MAX_APP_FILE_BYTES}`,
      };
    case 'totalSize':
      return {
        path: `${place}.files`,
        message: `have ${fault.bytes} bytes together, more than ${limits.MAX_APP_BYTES}`,
      };
    case 'entry':
      return {
        path: `${place}.entry`,
        message: `must be one of the app's files, and ${JSON.stringify(fault.entry)} is none of them`,
      };
  }
}
