// Brings the server of an engine for its tests, where the system's own packages have none: `npm run engines -- NAME`.
import { readdir, rm, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const [name] = process.argv.slice(2);
const folder = new URL('engines/', import.meta.url);
const names = (await readdir(folder)).map((file) => file.replace(/\.mjs$/, ''));
if (name === undefined || !names.includes(name)) {
  console.error(`Name an engine: ${names.join(', ')}`);
  process.exit(1);
}
const { bring } = await import(new URL(`${name}.mjs`, folder));
const target = join(process.env.ORIEL_ENGINES ?? join(homedir(), '.cache', 'oriel-engines'), name);
// Whole or not there: what a broken download has left is taken away.
try {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await bring(target);
  console.log(`${name} is in ${target}`);
} catch (error) {
  await rm(target, { recursive: true, force: true });
  throw error;
}
