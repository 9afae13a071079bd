// `npm run build`: what is not run from its sources, which is the web alone.
import { ensureBuilt, ensureInstalled, orExit } from './setup.mjs';

await orExit(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
