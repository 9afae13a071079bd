import type { Figures } from './figures.ts';
import type { Tenant } from './model.ts';
import type { Random } from './random.ts';
import { bodyOf, type Outcome, type Requests } from './requests.ts';
import type { Traffic } from './workspace-traffic.ts';

/** A viewer of an embedded dashboard. */
export interface Viewer {
  readonly name: string;
  readonly tenant: Tenant;
  readonly deploymentId: number;
  /** The key of the host that generates its sessions. */
  readonly apiKey: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A query, and what its rows must be for a viewer who sees all of the rows of one tenant and no other. */
interface Question {
  readonly query: object;
  isRight(rows: readonly Row[], tenant: Tenant): boolean;
}

const isOf = (tenant: Tenant) => (row: Row) =>
  row['sales.tenant'] === tenant.name &&
  (row['sales.id'] === undefined || String(row['sales.id']).startsWith(`${tenant.name}-`));

const questions: readonly Question[] = [
  {
    query: { measures: ['sales.count'], dimensions: ['sales.tenant'] },
    isRight: (rows, tenant) => rows.length === 1 && Number(rows[0]?.['sales.count']) === tenant.rows,
  },
  {
    query: { measures: ['sales.count', 'sales.total'], dimensions: ['sales.tenant', 'sales.kind'] },
    isRight: (rows, tenant) =>
      rows.length === 7 && rows.reduce((sum, row) => sum + Number(row['sales.count']), 0) === tenant.rows,
  },
  {
    query: { dimensions: ['sales.tenant', 'sales.id'], ungrouped: true, limit: 2_000 },
    isRight: (rows) => rows.length === 2_000,
  },
];

/** So many rows that they are streamed. */
const stream: Question = {
  query: { dimensions: ['sales.tenant', 'sales.id', 'sales.amount'], ungrouped: true, limit: 50_000 },
  isRight: (rows, tenant) => rows.length === tenant.rows,
};

/** Opens sessions and asks until the signal aborts. */
export async function runViewer(viewer: Viewer, traffic: Traffic, random: Random): Promise<void> {
  const { requests, figures, signal } = traffic;
  let token: string | undefined;
  while (!signal.aborted) {
    token ??= await openSession(viewer, requests);
    if (token === undefined) continue;
    const ask = random.pick([load, load, load, batch, large]);
    const status = await ask(viewer, {
      requests,
      figures,
      random,
      headers: { authorization: `Embed-Token ${token}` },
    });
    // It has expired, as it does when the clock jumps; or its time has come.
    if (status === 403 || random.fraction() < 0.05) token = undefined;
  }
}

interface Asking {
  readonly requests: Requests;
  readonly figures: Figures;
  readonly random: Random;
  readonly headers: Readonly<Record<string, string>>;
}

async function openSession(viewer: Viewer, requests: Requests): Promise<string | undefined> {
  const generated = await requests.send({
    kind: 'session',
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    headers: { authorization: `Bearer ${viewer.apiKey}` },
    body: {
      deploymentId: viewer.deploymentId,
      externalId: viewer.name,
      securityContext: { tenant: viewer.tenant.name },
    },
  });
  const session = bodyOf<{ sessionId: string }>(generated);
  if (!session) return undefined;
  const exchanged = await requests.send({
    kind: 'session token',
    method: 'POST',
    path: '/api/v1/embed/session/token',
    headers: {},
    body: { sessionId: session.sessionId },
  });
  return bodyOf<{ token: string }>(exchanged)?.token;
}

const pathOf = ({ deploymentId }: Viewer, name: string) =>
  `/deployments/${deploymentId}/cubejs-api/v1/${name}`;

async function load(viewer: Viewer, asking: Asking): Promise<Outcome['status']> {
  return answerOf(viewer, 'load', asking.random.pick(questions), asking);
}

async function large(viewer: Viewer, asking: Asking): Promise<Outcome['status']> {
  return answerOf(viewer, 'stream', stream, asking);
}

async function answerOf(
  viewer: Viewer,
  kind: string,
  question: Question,
  { requests, figures, headers }: Asking,
): Promise<Outcome['status']> {
  const outcome = await requests.send({
    kind,
    method: 'POST',
    path: pathOf(viewer, 'load'),
    headers,
    body: { query: question.query },
    expects: [403],
  });
  if (outcome.status === 200) check(viewer, question, JSON.parse(outcome.text), figures);
  return outcome.status;
}

async function batch(viewer: Viewer, { requests, figures, headers }: Asking): Promise<Outcome['status']> {
  const queries = questions.map(({ query }, index) => ({ id: String(index), query }));
  const outcome = await requests.send({
    kind: 'batch',
    method: 'POST',
    path: pathOf(viewer, 'load-batch'),
    headers,
    body: { queries },
    expects: [403],
  });
  if (outcome.status !== 200) return outcome.status;
  const lines = outcome.text.split('\n').filter(Boolean);
  if (lines.length !== queries.length)
    figures.violation('wrong', `a batch of ${queries.length} queries has ${lines.length} answers`);
  for (const line of lines) {
    // What the protocol of batches says.
    const { id, status, answer } = JSON.parse(line) as { id: string; status: number; answer: unknown };
    const question = questions[Number(id)];
    figures.request('batch query', String(status));
    if (status === 200 && question) check(viewer, question, answer, figures);
    else if (![503, 429].includes(status) && !/cancelled/.test(line))
      figures.violation('wrong', `a query of a batch answered ${status}: ${line.slice(0, 200)}`);
  }
  return outcome.status;
}

/** Looks at an answer as its viewer: every row must be of its tenant, and none may be missing. */
function check({ name, tenant }: Viewer, question: Question, answer: unknown, figures: Figures): void {
  // What the protocol of queries says.
  const { error, data, results } = answer as { error?: string; data?: Row[]; results?: { data: Row[] }[] };
  if (error === 'Continue wait') return;
  const rows = data ?? results?.[0]?.data ?? [];
  figures.checked(rows.length);
  const foreign = rows.find((row) => !isOf(tenant)(row));
  if (foreign) figures.violation('foreign', `${name} of ${tenant.name} was given ${JSON.stringify(foreign)}`);
  if (!question.isRight(rows, tenant))
    figures.violation('wrong', `${name} was given ${rows.length} rows to ${JSON.stringify(question.query)}`);
}
