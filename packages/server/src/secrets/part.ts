import { dataFolder, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { createFileKeyring, createSettingKeyring } from './keyring.ts';

/** The keys that encrypt secrets: of the setting, or of the data folder. */
export const keyringPart = part({
  name: 'keys of secrets',
  needs: { settings, dataFolder },
  make: ({ settings: { secretKey }, dataFolder: { path } }) => ({
    provides: secretKey === undefined ? createFileKeyring(path) : createSettingKeyring(secretKey, path),
  }),
});
