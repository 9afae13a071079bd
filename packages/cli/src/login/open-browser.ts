import { spawn } from 'node:child_process';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Opens an address in a browser, without waiting for it: the one of `BROWSER`, else the system's where there is a
 * display. False where there is none, as in a session over SSH. The address is an argument of a program, never a line
 * of a shell.
 */
export function openBrowser(url: string, variables: Variables, platform = process.platform): boolean {
  const command = browserCommand(variables, platform);
  if (!command) return false;
  const [program, ...args] = command;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  // The address is printed as well.
  child.once('error', () => {});
  child.unref();
  return true;
}

function browserCommand(
  variables: Variables,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] | undefined {
  if (variables['BROWSER']) return [variables['BROWSER']];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return variables['SSH_CONNECTION'] ? undefined : ['open'];
  return variables['DISPLAY'] || variables['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}
