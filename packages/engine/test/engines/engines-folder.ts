import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder of an engine that `npm run engines -- NAME` has brought. */
export function findEngine(name: string): string | undefined {
  const folder = join(process.env['ORIEL_ENGINES'] ?? join(homedir(), '.cache', 'oriel-engines'), name);
  return existsSync(folder) ? folder : undefined;
}

/** The program `java` of a version that is new enough: that of `JAVA_HOME`, or one among those of the system. */
export function findJava(minVersion: number): string | undefined {
  const places = '/usr/lib/jvm';
  const installed = existsSync(places) ? readdirSync(places).map((name) => join(places, name)) : [];
  const { JAVA_HOME } = process.env;
  const homes = JAVA_HOME ? [JAVA_HOME, ...installed] : installed;
  const home = homes.find((each) => javaVersionOf(each) >= minVersion);
  return home && join(home, 'bin/java');
}

/** As its file `release` says; 0 where there is none. */
function javaVersionOf(home: string): number {
  const release = join(home, 'release');
  if (!existsSync(release)) return 0;
  return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1] ?? 0);
}
