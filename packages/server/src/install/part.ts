import { databasePart } from '../db/part.ts';
import { emptyExportFolder } from '../exports/reports/table-exports.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { dataFolder, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { encryptPlainTokenSecrets } from '../secrets/token-secrets.ts';
import { ensureManagedProvider } from '../sign-on/providers/managed-provider.ts';
import { encryptPlainVariables } from '../variables/rotate-key.ts';
import { ensureBootstrapKey, installOnce } from './first-start.ts';

/**
 * Brings an installation in line with its settings and with this version. It provides what the very first start has to
 * tell.
 */
export const installationPart = part({
  name: 'installation',
  needs: {
    settings,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    building: modelBuildingPart,
  },
  async make({ settings, dataFolder, database: { db }, keyring, building }) {
    await encryptPlainVariables(db, keyring);
    await encryptPlainTokenSecrets(db, keyring);
    await emptyExportFolder(dataFolder.path);
    const firstStart = await installOnce(db, keyring);
    const deployments = await db.selectFrom('deployments').select('id').orderBy('id').execute();
    await building.repositories.check(deployments.map(({ id }) => id));
    await ensureManagedProvider(db, keyring, settings.oidcProvider);
    if (settings.bootstrapApiKey !== undefined) await ensureBootstrapKey(db, settings.bootstrapApiKey);
    return { provides: firstStart };
  },
});
