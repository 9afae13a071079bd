import type { Browser, Locator, Page } from 'playwright-core';
import { openPage } from './browsers/browser.ts';
import type { Oriel } from './oriel.ts';

export const ADMIN_EMAIL = 'admin@oriel.localhost';

/** The administrator's password, which the first start prints. */
export function adminPassword(oriel: Oriel): string {
  const password = /Sign in\s+\S+\s+(\S+)/.exec(oriel.output())?.[1];
  if (password === undefined) throw new Error(`No password was printed:\n${oriel.output()}`);
  return password;
}

/** Fills in the form of the sign-in, in whichever language it is shown. */
export async function fillSignIn(page: Page, password: string): Promise<void> {
  await page.locator('input[name=email]').fill(ADMIN_EMAIL);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

/** Types into the field that has the focus, as soon as one has it: a dialog that opens gives it to its first. */
export async function typeInFocused(page: Page, text: string): Promise<void> {
  await page.locator('input:focus, textarea:focus').waitFor();
  await page.keyboard.type(text);
}

/**
 * Opens an address of the console as the administrator, in a session of its own. The sign-in is a request: its form,
 * which is a page of its own to load, is for the tests of it.
 */
export async function openConsole(
  browser: Browser,
  oriel: Oriel,
  path: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await openPage(browser, options);
  await signIn(page, oriel);
  await page.goto(oriel.url + path);
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
  return { page, problems };
}

/** Signs the administrator in, in all pages of the page's context. */
async function signIn(page: Page, oriel: Oriel): Promise<void> {
  const data = { email: ADMIN_EMAIL, password: adminPassword(oriel) };
  const answer = await page.request.post(`${oriel.url}/api/v1/sign-in`, { data });
  if (!answer.ok()) throw new Error(`The sign-in was refused: ${answer.status()} ${await answer.text()}`);
}

/** The list of a folder's contents, and one of its rows. */
export const contents = (page: Page): Locator => page.getByRole('list', { name: 'Contents' });
export const row = (page: Page, name: string): Locator =>
  contents(page).getByRole('link', { name, exact: true });

/** A folder of the tree beside the list. */
export const treeFolder = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: 'Folders' }).getByRole('treeitem', { name, exact: true });

/** Presses, moves and lets go as a hand does. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 10, start.y + 5, { steps: 3 });
  const end = await restingMiddleOf(to);
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

/** Rows above may come and go while a page loads; a hand aims at what it sees. */
async function restingMiddleOf(locator: Locator): Promise<{ x: number; y: number }> {
  let now = await middleOf(locator);
  for (let last; now.x !== last?.x || now.y !== last.y;) {
    last = now;
    await locator.page().waitForTimeout(150);
    now = await middleOf(locator);
  }
  return now;
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Nothing of it is on the screen');
  // Names stand at the left of their rows.
  return { x: box.x + Math.min(box.width / 2, 60), y: box.y + box.height / 2 };
}
