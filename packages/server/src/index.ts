export { buildApp, type AppDependencies } from './app.ts';
export { connectDatabase, type Database } from './db/database.ts';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './db/embedded-postgres.ts';
export { migrate } from './db/migrate.ts';
export { parseSettings, settingsHelp, type ServerSettings } from './server-settings.ts';
export { SettingsError } from './settings-error.ts';
export { startServer, type RunningServer } from './start.ts';
