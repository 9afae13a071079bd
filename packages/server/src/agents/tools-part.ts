import { managementOperations, queryOperations } from '@oriel/contract';
import type { Handlers } from '../http/handler.ts';
import { createOperationCaller } from '../http/operation-caller.ts';
import { createDeploymentFinder } from '../deployments/deployment-ref.ts';
import { databasePart, storagePart } from '../db/part.ts';
import { logger, settings } from '../parts/inputs.ts';
import type { AllOperations } from '../parts/offers.ts';
import { part } from '../parts/part.ts';
import { securityContextPart } from '../query/caller-parts.ts';
import { createAttributeReader } from '../query/security-context.ts';
import { createAgentTools } from './tools/create-agent-tools.ts';

/** What agents and programs of others do under the rights of their caller: calls of operations of this server. */
export const toolsPart = part({
  name: 'tools of agents',
  needs: {
    settings,
    logger,
    database: databasePart,
    storage: storagePart,
    readSecurityContext: securityContextPart,
  },
  make({ settings: { brand }, logger, database, storage, readSecurityContext }) {
    let handlers: Partial<Handlers<AllOperations>> = {};
    const room = {
      callOperation: createOperationCaller<AllOperations>({
        brand,
        storage,
        log: logger,
        onWritten: () => database.credentialChanges.catchUpOwn(),
        table: { ...managementOperations, ...queryOperations },
        // A server has all of them, which is checked where its parts are listed.
        handlers: () => handlers as Handlers<AllOperations>,
        findDeployment: createDeploymentFinder(database.db),
      }),
      readAttributes: createAttributeReader(readSecurityContext, brand),
    };
    return {
      provides: { room, tools: createAgentTools(room) },
      start({ operations }) {
        handlers = operations;
      },
    };
  },
});
