import type { ModelFile } from '@oriel/semantic';
import {
  AGENTS_FOLDER,
  NO_CONFIGURATION,
  type AgentConfiguration,
  type AgentDefinition,
  type ConfigurationProblem,
  type Rule,
  type Suggestion,
} from './agent-configuration.ts';
import { createFieldReader, type FieldReader } from './field-reader.ts';
import { readEvalQuestions } from './eval-questions.ts';
import { splitFrontmatter } from './frontmatter.ts';
import { queryOf } from './query-text.ts';

/** What a configuration says, and what is wrong with it. Faulty parts are left out. */
export interface ReadConfiguration {
  readonly configuration: AgentConfiguration;
  readonly problems: readonly ConfigurationProblem[];
}

/** Characters of all rules and queries together that a prompt carries. */
const MAX_CONFIGURATION_CHARACTERS = 100_000;

const CONFIG_FILE = /^agents\/config\.ya?ml$/;
const RULE_FILE = /^agents\/rules\/.+\.md$/;
const QUERY_FILE = /^agents\/certified_queries\/.+\.md$/;
const EVAL_FILE = /^agents\/eval_questions\/.+\.ya?ml$/;
const SKILL_FILE = /^agents\/skills\/.+\.md$/;
const AGENT_FIELDS = [
  'title',
  'description',
  'llm',
  'embedding_llm',
  'runtime',
  'accessible_views',
  'memory_mode',
  'suggestions',
] as const;

/**
 * Reads the folder `agents` of a model repository: one agent, with its properties at the root of `config.yml`, or
 * several in `agents` with their `spaces`; rules, skills and certified queries, each a file.
 *
 * @param files of the model, by their paths below the root of the project
 */
export async function readConfiguration(files: readonly ModelFile[]): Promise<ReadConfiguration> {
  const own = files.filter(({ path }) => path.startsWith(AGENTS_FOLDER));
  if (own.length === 0) return { configuration: NO_CONFIGURATION, problems: [] };
  const problems: ConfigurationProblem[] = [];
  const { readYaml } = await import('@oriel/semantic/yaml');
  const read = createFieldReader(readYaml, problems);
  const configs = own.filter(({ path }) => CONFIG_FILE.test(path));
  for (const { path } of configs.slice(1))
    problems.push({ path, line: 1, message: 'There is a second configuration; keep one of them' });
  const [config] = configs;
  const { agents, spaces } = config
    ? readConfig(read(config.path, config.content))
    : { agents: [], spaces: [] };
  const isKnown = (space: string | undefined) => space === undefined || spaces.includes(space);
  const fromFiles = <T>(pattern: RegExp, readOne: (file: ModelFile) => T | undefined): T[] =>
    own.filter(({ path }) => pattern.test(path)).flatMap((file) => readOne(file) ?? []);
  const head = ({ path, content }: ModelFile): FileHead => {
    const { frontmatter, body, bodyLine } = splitFrontmatter(content);
    const fields = read(path, frontmatter, 1);
    const space = fields.text('space');
    if (!isKnown(space)) fields.fault('space', `There is no space ${JSON.stringify(space)} in config.yml`);
    return { fields, space, body: body.trim(), bodyLine };
  };
  const rules = fromFiles(RULE_FILE, (file) => readRule(head(file)));
  const skills = fromFiles(SKILL_FILE, (file) => readSkill(head(file)));
  const certifiedQueries = fromFiles(QUERY_FILE, (file) => readQuery(file, head(file), problems));
  const evalFiles = own.filter(({ path }) => EVAL_FILE.test(path));
  const evalQuestions = evalFiles.flatMap(({ path, content }) =>
    readEvalQuestions(path, read(path, content), { agents, certifiedQueries }),
  );
  checkSize(own, [...rules, ...skills], problems);
  const configuration = { agents, spaces, rules: [...rules, ...skills], certifiedQueries, evalQuestions };
  return { configuration, problems };
}

/** A file of one rule, skill or query: its frontmatter, and the text below. */
interface FileHead {
  readonly fields: FieldReader;
  readonly space: string | undefined;
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
}

function readRule({ fields, space, body }: FileHead): Rule | undefined {
  const description = fields.text('description');
  fields.text('type');
  fields.refuseOthers();
  if (body === '') return void fields.fault(undefined, 'The rule has no text');
  return { space, text: description === undefined ? body : `${description}\n${body}` };
}

function readSkill({ fields, space, body }: FileHead): Rule | undefined {
  const [name, description] = [fields.text('name'), fields.text('description')];
  fields.refuseOthers();
  if (body === '') return void fields.fault(undefined, 'The skill has no text');
  const title = ['Skill', name, description].filter((part) => part !== undefined).join(': ');
  return { space, text: `${title}\n${body}` };
}

function readQuery(
  { path }: ModelFile,
  { fields, space, body, bodyLine }: FileHead,
  problems: ConfigurationProblem[],
): AgentConfiguration['certifiedQueries'][number] | undefined {
  const [userRequest, description] = [fields.text('user_request'), fields.text('description')];
  fields.refuseOthers();
  if (userRequest === undefined) return void fields.fault(undefined, 'A certified query needs user_request');
  const query = queryOf(body);
  if (query === undefined)
    return void problems.push({
      path,
      line: bodyLine,
      message: 'A certified query is a query of the query API as JSON, perhaps in a fence',
    });
  const name = path.replace(/^.*\//, '').replace(/\.md$/, '');
  return { name, userRequest, ...(description !== undefined && { description }), query, space };
}

function readConfig(fields: FieldReader): Pick<AgentConfiguration, 'agents' | 'spaces'> {
  const isOfSeveral = fields.has('agents') || fields.has('spaces');
  if (!isOfSeveral) {
    const agent = readAgent(fields, undefined);
    fields.refuseOthers();
    return { agents: [agent], spaces: [] };
  }
  for (const name of AGENT_FIELDS)
    if (fields.has(name))
      fields.fault(name, `${name} belongs to one of agents: config.yml has one style, not both`);
  const spaces: string[] = [];
  for (const space of fields.objects('spaces')) {
    const name = space.text('name');
    space.text('description');
    space.refuseOthers();
    if (name === undefined) space.fault(undefined, 'A space needs a name');
    else if (spaces.includes(name)) space.fault('name', `spaces has ${JSON.stringify(name)} twice`);
    else spaces.push(name);
  }
  const agents: AgentDefinition[] = [];
  for (const entry of fields.objects('agents')) {
    const [name, space] = [entry.text('name'), entry.text('space')];
    const agent = readAgent(entry, space);
    entry.refuseOthers();
    if (name === undefined) entry.fault(undefined, 'An agent needs a name');
    if (space === undefined) entry.fault(undefined, 'An agent needs a space');
    else if (!spaces.includes(space))
      entry.fault('space', `There is no space ${JSON.stringify(space)} in spaces`);
    if (agents.some((other) => other.name === name))
      entry.fault('name', `agents has ${JSON.stringify(name)} twice`);
    else if (name !== undefined) agents.push({ ...agent, name });
  }
  fields.refuseOthers([...AGENT_FIELDS]);
  return { agents, spaces };
}

function readAgent(fields: FieldReader, space: string | undefined): AgentDefinition {
  const llm = fields.text('llm');
  fields.text('embedding_llm');
  fields.choice('runtime', ['plain', 'reasoning']);
  return {
    name: undefined,
    title: fields.text('title'),
    description: fields.text('description'),
    space,
    llm: llm === 'auto' ? undefined : llm,
    accessibleViews: fields.texts('accessible_views'),
    memoryMode: fields.choice('memory_mode', ['disabled', 'user', 'space']),
    suggestions: readSuggestions(fields),
  };
}

function readSuggestions(fields: FieldReader): Suggestion[] {
  return fields.entries('suggestions').flatMap((entry) => {
    if (typeof entry === 'string') return { title: entry, prompt: entry };
    const [title, prompt] = [entry.text('title'), entry.text('prompt')];
    entry.refuseOthers();
    if (prompt === undefined) return entry.fault(undefined, 'A suggestion needs a prompt') ?? [];
    return { title: title ?? prompt, prompt };
  });
}

function checkSize(
  files: readonly ModelFile[],
  rules: readonly Rule[],
  problems: ConfigurationProblem[],
): void {
  const characters = rules.reduce((sum, { text }) => sum + text.length, 0);
  const [file] = files;
  if (file && characters > MAX_CONFIGURATION_CHARACTERS)
    problems.push({
      path: file.path,
      line: 1,
      message: `Rules and skills have ${characters} characters together; at most ${MAX_CONFIGURATION_CHARACTERS} go into a prompt`,
    });
}
