import { homedir } from 'node:os';
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Where the command keeps what belongs to the user of this machine: `oriel` in `%APPDATA%` on Windows, elsewhere in
 * `$XDG_CONFIG_HOME`, by default `~/.config`. A relative `XDG_CONFIG_HOME` counts as none, as the specification says.
 *
 * @see https://specifications.freedesktop.org/basedir-spec/0.8/
 */
export function configFolder(variables: Variables, platform: NodeJS.Platform = process.platform): string {
  const home = homedir();
  if (platform === 'win32') return join(variables['APPDATA'] || join(home, 'AppData', 'Roaming'), 'oriel');
  const stated = variables['XDG_CONFIG_HOME'];
  return join(stated?.startsWith('/') ? stated : join(home, '.config'), 'oriel');
}
