/** A fault in the settings: one sentence for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
