// Finds the browser that the browser tests drive, or installs it where the system's package manager may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { step } from './setup.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser without its window: the same pages with a quarter less work for the processor. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const installers = [
  {
    tool: 'apt-get',
    commands: [
      ['apt-get', 'update', '-qq'],
      ['apt-get', 'install', '-y', '-qq', 'chromium', 'fonts-liberation'],
    ],
    // Older systems have none.
    optional: ['apt-get', 'install', '-y', '-qq', HEADLESS_SHELL],
  },
  { tool: 'dnf', commands: [['dnf', 'install', '-y', 'chromium']] },
  { tool: 'apk', commands: [['apk', 'add', 'chromium']] },
];

/**
 * The paths of a Chromium, and of its headless shell where there is one; each undefined where there is none and none
 * can be installed. One that was chosen is taken for everything.
 */
export async function ensureChromium() {
  const chromium = findChromium() ?? ((await install()) ? findChromium() : undefined);
  const headlessShell = process.env.CHROMIUM_PATH ? undefined : which(HEADLESS_SHELL);
  return { chromium, headlessShell };
}

function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  return names.map(which).find(Boolean) ?? places.find((path) => existsSync(path));
}

function which(name) {
  const { status, stdout } = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n')[0].trim() : undefined;
}

async function install() {
  if (process.getuid?.() !== 0) return false;
  const installer = installers.find(({ tool }) => which(tool));
  if (!installer) return false;
  try {
    for (const [command, ...args] of installer.commands)
      await step(`Installing Chromium (${command} ${args[0]})`, command, args);
    const [command, ...args] = installer.optional ?? [];
    if (command) spawnSync(command, args, { stdio: 'ignore' });
    return true;
  } catch (error) {
    console.error(`Chromium could not be installed: ${error.message}`);
    return false;
  }
}
