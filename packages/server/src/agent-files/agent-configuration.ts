import type { MemoryMode } from '@oriel/contract';

/** A fault of the configuration. */
export interface ConfigurationProblem {
  readonly path: string;
  /** From 1; of a file as a whole 1. */
  readonly line: number;
  readonly message: string;
}

/** A question to begin with. */
export interface Suggestion {
  readonly title: string;
  readonly prompt: string;
}

/** What is configured of an agent. */
export interface AgentDefinition {
  /** The key by which its record is found; undefined for the automatic agent. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly space: string | undefined;
  /** Name of the model; undefined for that of the account. */
  readonly llm: string | undefined;
  readonly accessibleViews: readonly string[];
  /** Whether it remembers texts beyond a thread; undefined: not. */
  readonly memoryMode: MemoryMode | undefined;
  readonly suggestions: readonly Suggestion[];
}

/** A text or a query that a space owns; without a space, every agent's. */
export interface OwnedBySpace {
  readonly space: string | undefined;
}

/** A rule or a skill: what every prompt of an agent carries. */
export interface Rule extends OwnedBySpace {
  readonly text: string;
}

/** A question with the query that its authors vouch for. */
interface CertifiedQueryFile extends OwnedBySpace {
  readonly name: string;
  readonly userRequest: string;
  readonly description?: string;
  /** A query of the query API as JSON text. */
  readonly query: string;
}

/** A question with the query that a right answer rests on, for `oriel agent eval`. */
export interface EvalQuestion {
  readonly path: string;
  readonly question: string;
  /** Name of the agent that is asked; undefined for the automatic one. */
  readonly agent: string | undefined;
  /** A query of the query API as JSON text. */
  readonly query: string;
}

/** What the folder `agents` of a model repository says. */
export interface AgentConfiguration {
  readonly agents: readonly AgentDefinition[];
  readonly spaces: readonly string[];
  readonly rules: readonly Rule[];
  readonly certifiedQueries: readonly CertifiedQueryFile[];
  readonly evalQuestions: readonly EvalQuestion[];
}

export const NO_CONFIGURATION: AgentConfiguration = {
  agents: [],
  spaces: [],
  rules: [],
  certifiedQueries: [],
  evalQuestions: [],
};

/** The folder of the configuration, below the root of the project. */
export const AGENTS_FOLDER = 'agents/';
