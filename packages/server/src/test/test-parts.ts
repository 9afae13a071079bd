import type { Engine } from '@oriel/engine';
import { DEFAULT_CONNECTION_LIMITS } from '../http/listening/connection-limits.ts';
import { NO_MODELS } from '../agents/endpoint/model-endpoint.ts';
import { createStorage } from '../db/storage.ts';
import { databasePart, storagePart } from '../db/part.ts';
import { maxTableBytes } from '../exports/part.ts';
import { TEST_PASSWORD_COST } from './factories.ts';
import { stoppingPart } from '../http/requests-part.ts';
import { passwordCost } from '../identity/part.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { jobsPart, jobTiming } from '../jobs/part.ts';
import { mailRoomPart } from '../mail/part.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { give, type Given } from '../parts/graph.ts';
import * as inputs from '../parts/inputs.ts';
import type { Part, ProvidedBy } from '../parts/part.ts';
import { pythonSandboxPart } from '../python/part.ts';
import { enginePart } from '../query/engine-part.ts';
import { loadWait } from '../query/part.ts';
import { picturesPart } from '../rendering/part.ts';
import { runtimeLogPart } from '../runtime-logs/log-part.ts';
import { keyringPart } from '../secrets/part.ts';
import { parseSettings } from '../server-settings/parse-settings.ts';
import type { ServerSettings } from '../server-settings/server-settings.ts';
import { fontCheckPart } from '../settings/part.ts';

/** What a test gives in place of parts, by short names. */
const givenParts = {
  observers: inputs.answerObservers,
  database: databasePart,
  storage: storagePart,
  engine: enginePart,
  runtimeLog: runtimeLogPart,
  building: modelBuildingPart,
  checkFonts: fontCheckPart,
  keyring: keyringPart,
  mailRoom: mailRoomPart,
  drawPicture: picturesPart,
  pythonSandbox: pythonSandboxPart,
  maxTableBytes,
  jobs: jobsPart,
  jobTiming,
  loadWaitMs: loadWait,
  passwordCost,
  stopping: stoppingPart,
  logger: inputs.logger,
} satisfies Record<string, Part>;

type GivenParts = { readonly [Name in keyof typeof givenParts]: ProvidedBy<(typeof givenParts)[Name]> };

/** What an application of a test has instead of its usual settings and parts; undefined: what a server makes. */
export type TestOverrides = {
  readonly [Name in keyof GivenParts]?: GivenParts[Name] | undefined;
} & Partial<ServerSettings>;

/** An engine that no test of the management API should reach. */
const noEngine = {
  runtimes: () => [],
  failing: () => [],
  close: async () => {},
  invalidate: () => {},
  stop: async () => {},
} as unknown as Engine;

/** No background work: none is sent or run. */
const noJobs: Jobs = {
  send: async () => undefined,
  metrics: [],
  start: async () => {},
  stop: async () => {},
};

/** What a test application is given: no engine, no background work, no limits of rate. */
export function givenForTest(overrides: TestOverrides & Pick<ServerSettings, 'dataDir'>): Given[] {
  const names = Object.keys(givenParts) as (keyof typeof givenParts)[];
  const parts: TestOverrides = {
    storage: createStorage({ folders: [], reserveBytes: 0 }),
    engine: noEngine,
    jobs: noJobs,
    // No test asks again, however busy the machine is.
    loadWaitMs: 300_000,
    passwordCost: TEST_PASSWORD_COST,
    ...overrides,
  };
  return [
    give(inputs.settings, { ...settingsForTest(), ...overrides }),
    give(inputs.dataFolder, { path: overrides.dataDir }),
    ...names
      .filter((name) => parts[name] !== undefined)
      .map((name) => ({ part: givenParts[name], provides: parts[name] })),
  ];
}

function settingsForTest(): ServerSettings {
  const settings = parseSettings([], { ORIEL_CHROMIUM: '' });
  if (settings === 'help') throw new Error('There are no settings without a flag');
  return {
    ...settings,
    chromium: undefined,
    models: NO_MODELS,
    gitProviderSettings: undefined,
    connectionLimits: DEFAULT_CONNECTION_LIMITS,
    // A test asks as fast as it can.
    rateLimits: { perCredential: 0, perTenant: 0, perAddress: 0, failuresPerAddress: 0 },
  };
}
