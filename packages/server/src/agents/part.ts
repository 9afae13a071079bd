import { databasePart } from '../db/part.ts';
import { subjectsPart, viewerLimitPart } from '../embedding/viewers-part.ts';
import { stoppingPart } from '../http/requests-part.ts';
import { modelBuildingPart } from '../model/building-part.ts';
import { dataFolder, logger, settings } from '../parts/inputs.ts';
import { part } from '../parts/part.ts';
import { keyringPart } from '../secrets/part.ts';
import { createAgents } from './agents.ts';
import { createAnswerWithoutModel } from './answers/answer-without-model.ts';
import { authenticateForChat } from './chat/authenticate-chat.ts';
import { toolsPart } from './tools-part.ts';
import { findShownDashboard } from './tools/shown-dashboard.ts';
import { agentServicePart } from './agent-service-part.ts';
import { appConfigPart } from '../settings/part.ts';
import { agentTables } from './agent-tables.ts';

/** Agents, their chats, and language models. */
export const agentsPart = part({
  name: 'agents',
  tables: agentTables,
  needs: {
    settings,
    logger,
    dataFolder,
    database: databasePart,
    keyring: keyringPart,
    viewerLimit: viewerLimitPart,
    subjects: subjectsPart,
    stopping: stoppingPart,
    building: modelBuildingPart,
    tools: toolsPart,
    agents: agentServicePart,
    appConfig: appConfigPart,
  },
  make({ settings: { brand, models }, dataFolder, tools: { room, tools }, ...needed }) {
    const made = createAgents({
      ...needed,
      brand,
      models,
      tools,
      dataDir: dataFolder.path,
      answerQuestion: createAnswerWithoutModel(room, tools),
      findDashboard: (...wanted) => findShownDashboard(room, ...wanted),
    });
    const { db } = needed.database;
    return {
      operations: made.handlers,
      credentials: [(authenticate) => authenticateForChat(authenticate, { db, brand })],
      endings: [() => made.close()],
    };
  },
});
