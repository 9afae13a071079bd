// `npm run picture`: takes the picture of the README anew, of the demo as it is by now.
import { join } from 'node:path';
import { openPage } from './support/browsers/browser.ts';
import { startInstallation } from './support/installation.ts';

const PICTURE = join(import.meta.dirname, '../../docs/images/host-page.png');
/** Of the charts of both dashboards. */
const SETTLED_MS = 2_000;

const installation = await startInstallation();
try {
  const { page, problems } = await openPage(installation.browser, {
    viewport: { width: 1400, height: 900 },
    colorScheme: 'light',
  });
  const { hostUrl } = installation.oriel;
  if (!hostUrl) throw new Error('The demo serves no host page');
  await page.goto(hostUrl);
  await page.getByText('svc:event:dashboard-loaded').nth(1).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await page.screenshot({ path: PICTURE });
} finally {
  await installation.close();
}
