import {
  operations,
  refuse,
  Refusal,
  type managementOperations,
  type queryOperations,
} from '@oriel/contract';
import { checkCaller, type CallOperation, type InProcessCaller } from '../../http/operation-caller.ts';
import type { AgentCaller } from './agent-tool.ts';

/** The operations that tools call. */
type ToolOperations = typeof managementOperations & typeof queryOperations;

/** What tools are made with. */
export interface ToolRoom {
  readonly callOperation: CallOperation<ToolOperations>;
  /** The caller's attributes by name, for controls that take their value from one. */
  readAttributes(principal: AgentCaller['principal']): Promise<Readonly<Record<string, unknown>>>;
}

/** The caller of a tool as the caller of operations. */
export function inProcess(caller: AgentCaller, signal: AbortSignal): InProcessCaller {
  const { principal, branch, requestId, clientAddress } = caller;
  return { principal, branch, requestId, clientAddress, signal };
}

/** Whether the caller may call an operation at all: by the kind of the credential, its role, scope and narrowing. */
export function mayCall(
  { principal, deploymentId }: { principal: AgentCaller['principal']; deploymentId: number | undefined },
  id: keyof typeof operations,
): boolean {
  try {
    checkCaller(principal, operations[id], deploymentId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Whether the agent that works remembers texts for this caller: not for a data token, which names nobody whom they
 * could be for, and not for the text of a widget, which is what its author wants.
 */
export function isRemembering({ agent, principal, dashboard }: AgentCaller): boolean {
  const isOff = agent === undefined || agent.memoryMode === 'disabled';
  return !isOff && principal.kind !== 'data' && dashboard?.isSummarised !== true;
}

/** @throws `forbidden` where a tool is called that the caller was not offered */
export function refuseUnoffered(name: string): Refusal {
  return refuse('forbidden', { reason: `The tool ${name} is not offered here` });
}
