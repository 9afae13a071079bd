import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { overviewWidgets, punctualityWidgets } from './dashboards.ts';
import { overviewReports, punctualityReports } from './reports.ts';

const directory = join(import.meta.dirname, '..');
/** The data model, and the agent that answers questions about it: folders of the model repository. */
const modelFolders = ['agents', 'model'];

/**
 * Writes the data file of the demo, in a process of its own: the server would keep what the database that writes it
 * leaves in its memory.
 *
 * @throws a plain error with the output of the process
 */
export async function buildData(file: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'build-data-process.ts'), file]);
}

/** The files of the model repository, with their paths in it. */
export async function readModel(): Promise<{ path: string; content: string }[]> {
  const folders = await Promise.all(
    modelFolders.map((folder) => readdir(join(directory, folder), { recursive: true, withFileTypes: true })),
  );
  const files = folders
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file) => ({
      path: relative(directory, file).replaceAll('\\', '/'),
      content: await readFile(file, 'utf8'),
    })),
  );
}

/** What the demo's workspace holds. */
export const workspace = {
  folders: [{ name: 'Network', folders: [{ name: 'Operations' }] }, { name: 'Drafts' }],
  workbooks: [
    {
      name: 'Network overview',
      folder: 'Network',
      slug: 'network-overview',
      description: 'Twelve views of three million flights',
      reports: overviewReports,
      widgets: overviewWidgets,
    },
    {
      name: 'Punctuality',
      folder: 'Operations',
      slug: 'punctuality',
      description: 'How late, where and when',
      reports: punctualityReports,
      widgets: punctualityWidgets,
    },
  ],
  /** Reports that belong to no workbook. */
  explorations: overviewReports.slice(2, 6).map((report) => ({ ...report, folder: 'Drafts' })),
};

/** Two fictitious travel firms, each of which sees the flights that leave from its own states. */
export const embedTenants = [
  {
    name: 'skyline-travel',
    displayName: 'Skyline Travel',
    note: 'Skyline Travel sells trips from the West: it sees departures from California, Nevada, Oregon and Washington.',
    states: ['CA', 'NV', 'OR', 'WA'],
  },
  {
    name: 'harbor-air',
    displayName: 'Harbor Air Holidays',
    note: 'Harbor Air Holidays is at home in the Northeast: it sees departures from New York, Massachusetts, New Jersey and Pennsylvania.',
    states: ['NY', 'MA', 'NJ', 'PA'],
  },
];

/** The attribute that the model's access policy looks at. */
export const statesAttribute = { name: 'states', type: 'string_array', displayName: 'States' } as const;
