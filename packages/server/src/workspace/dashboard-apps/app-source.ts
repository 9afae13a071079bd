import { limits, refuseFields, type DashboardConfig } from '@oriel/contract';

/** The file of an app that is opened where it names none. */
export const DEFAULT_ENTRY = 'index.html';

type Issue = Parameters<typeof refuseFields>[0][number];

/**
 * Checks the files of a dashboard app: names are relative paths without `..`, and the files are no larger than the limits.
 *
 * @param path where the dashboard was sent
 * @throws `validation_failed`
 */
export function checkAppFiles({ app }: Pick<DashboardConfig, 'app'>, path: string): void {
  const files = Object.entries(app?.files ?? {});
  const issues = files.flatMap(([name, content]): Issue[] => {
    const place = `${path}.app.files.${name.slice(0, limits.MAX_NAME_LENGTH)}`;
    const size = Buffer.byteLength(content);
    return [
      ...(isFileName(name) ? [] : [{ path: place, message: NAME_RULE }]),
      ...(size > limits.MAX_APP_FILE_BYTES
        ? [{ path: place, message: `has ${size} bytes, more than ${limits.MAX_APP_FILE_BYTES}` }]
        : []),
    ];
  });
  const total = files.reduce((sum, [, content]) => sum + Buffer.byteLength(content), 0);
  if (total > limits.MAX_APP_BYTES)
    issues.push({
      path: `${path}.app.files`,
      message: `have ${total} bytes together, more than ${limits.MAX_APP_BYTES}`,
    });
  if (issues.length > 0) throw refuseFields(issues);
}

/**
 * Checks that an app can be opened: its files are right and the entry is one of them, or it is one document.
 *
 * @param path where the dashboard was sent or is stored
 * @throws `validation_failed`
 */
export function checkApp(config: Pick<DashboardConfig, 'app' | 'kind'>, path: string): void {
  if (config.kind !== 'APP') return;
  checkAppFiles(config, path);
  const { html, files, entry } = config.app ?? {};
  if (html) return;
  const opened = entry ?? DEFAULT_ENTRY;
  if (!Object.hasOwn(files ?? {}, opened))
    throw refuseFields([
      {
        path: `${path}.app.entry`,
        message: `must be one of the app's files, and ${JSON.stringify(opened)} is none of them`,
      },
    ]);
}

const NAME_RULE =
  'must be a relative path of at most 255 characters, such as lib/chart.js, without empty parts, "." or ".."';

/** Whether a text names a file of an app. */
export function isFileName(name: string): boolean {
  const parts = name.split('/');
  return (
    name.length <= limits.MAX_NAME_LENGTH &&
    !/[\\:?#%\p{Cc}]/u.test(name) &&
    parts.every((part) => part.trim() === part && !['', '.', '..'].includes(part))
  );
}
