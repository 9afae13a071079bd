import type { AgentSuggestion, MemoryMode } from '@oriel/contract';
import type { CallingAgent } from '../tools/agent-tool.ts';
import type {
  AgentConfiguration,
  AgentDefinition,
  OwnedBySpace,
} from '../../agent-files/agent-configuration.ts';
import type { AgentRow } from './agent-store.ts';

/** An agent with what is configured of it. */
export interface ConfiguredAgent {
  readonly calling: CallingAgent;
  /** Name of a model other than the account's; undefined for that. */
  readonly llm: string | undefined;
}

/** What a configuration says of an agent: its own properties, and what its space and everybody's owns. */
export function configuredAgent(configuration: AgentConfiguration, row: AgentRow): ConfiguredAgent {
  const definition = definitionOf(configuration, row);
  const isOwn = ({ space }: OwnedBySpace) =>
    space === undefined || configuration.spaces.length === 0 || space === definition?.space;
  return {
    calling: {
      id: row.id,
      name: row.name,
      memoryMode: memoryModeOf(configuration, row),
      rules: configuration.rules.filter(isOwn).map(({ text }) => text),
      certifiedQueries: configuration.certifiedQueries.filter(isOwn),
      accessibleViews: definition?.accessibleViews ?? [],
    },
    llm: definition?.llm,
  };
}

/** Questions to begin with: those that are configured, then the requests of certified queries; each is offered once. */
export function suggestionsOf(configuration: AgentConfiguration, row: AgentRow): AgentSuggestion[] {
  const agent = { agentId: row.id, agentName: row.name };
  const { suggestions = [] } = definitionOf(configuration, row) ?? {};
  const { certifiedQueries } = configuredAgent(configuration, row).calling;
  const offered = [
    ...suggestions.map((suggestion) => ({ ...agent, ...suggestion, source: 'configuration' as const })),
    ...certifiedQueries.map(({ userRequest }) => ({
      ...agent,
      title: userRequest,
      prompt: userRequest,
      source: 'certified_query' as const,
    })),
  ];
  const prompts = offered.map(({ prompt }) => prompt.toLowerCase());
  return offered
    .filter(({ prompt }, index) => prompts.indexOf(prompt.toLowerCase()) === index)
    .map(({ title, ...rest }) => ({ ...rest, title: title.slice(0, MAX_TITLE_LENGTH) }));
}

/** Without the setting nothing is remembered. */
export function memoryModeOf(configuration: AgentConfiguration, row: AgentRow): MemoryMode {
  return definitionOf(configuration, row)?.memoryMode ?? 'disabled';
}

const MAX_TITLE_LENGTH = 255;

/** Of one agent the properties stand at the root, and are those of the automatic one. */
function definitionOf(
  { agents }: AgentConfiguration,
  { name, isAutomatic }: AgentRow,
): AgentDefinition | undefined {
  return (
    agents.find((agent) => agent.name === name) ??
    (isAutomatic ? agents.find((agent) => agent.name === undefined) : undefined)
  );
}
