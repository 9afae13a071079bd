import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyBaseLogger } from 'fastify';
import type { Schema, Static } from '@oriel/contract';
import type { Transaction } from 'kysely';
import type { AuditCaller } from '../db/audit-caller.ts';
import { runInContext } from '../db/request-context.ts';
import type { Tables } from '../db/tables.ts';

/** What is set for a job; see {@link defineJob}. */
export interface JobOptions<Data extends Schema> {
  /** The queue's name, in kebab-case. It never changes: what waits in the database is found by it. */
  readonly name: string;
  /**
   * What a run is told. It is stored as JSON, so it holds ids, never whole records or secrets. Jobs outlive the version
   * that sent them: fields are added as optional ones, and what does not fit the schema fails without being run.
   */
  readonly data: Data;
  /**
   * When it runs by itself, with empty data: cron with five fields, in UTC. Times missed while no server ran are made
   * up by one run.
   */
  readonly schedule?: string;
  /** Whether at most one waits or runs at a time, on all servers together; further ones are dropped. Default: false. */
  readonly isExclusive?: boolean;
  /** How many of it one server runs at the same time; default 1. */
  readonly concurrency?: number;
  /** A run that takes longer is given up, which counts as a failure; at most a day. */
  readonly timeoutSeconds: number;
  readonly retry: JobRetry;
  /** Whether the audit log tells what it changes, of audited tables; default true. */
  readonly isAudited?: boolean;
}

/** How often and how soon a job that failed is tried again. The wait doubles each time, with some randomness. */
interface JobRetry {
  /** Tries after the first one; then the job goes to the dead letters. */
  readonly limit: number;
  readonly delaySeconds: number;
  readonly maxDelaySeconds: number;
}

/** A kind of background work, as its senders see it. */
export interface Job<Data extends Schema = Schema> extends JobOptions<Data> {
  /** @throws a plain error for data that do not fit the schema */
  check(data: unknown): Static<Data>;
}

/** How a job is sent. */
interface SendOptions {
  /** Not before then; default: at once. */
  readonly startAfter?: Date;
}

/**
 * Sends a job within the transaction that causes it: it is there once that commits, and never was when it rolls back.
 *
 * @returns the job's id; undefined where an exclusive job waits or runs already
 * @throws a plain error for data that do not fit the job's schema
 */
export type SendJob = <Data extends Schema>(
  tx: Transaction<Tables>,
  job: Job<Data>,
  data: Static<Data>,
  options?: SendOptions,
) => Promise<string | undefined>;

/** One run of a job. */
export interface JobRun {
  /** Of the job: the same for each try. */
  readonly id: string;
  /**
   * Aborted when the time is up, when the server stops, or when another server has taken the job over because this one
   * was not heard of. A run that ends early without an error counts as done.
   */
  readonly signal: AbortSignal;
  /** 0 for the first try. */
  readonly retryCount: number;
  readonly logger: FastifyBaseLogger;
  /** Sends another job. */
  readonly send: SendJob;
  /** Adds to what the job has done, which `/metrics` shows as `oriel_job_items_total`. */
  count(kind: string, items: number): void;
}

/**
 * Does the work. It may run more than once for the same job, also partly: a server may be killed in its middle. So what
 * it does is either a transaction or the same when done twice.
 *
 * @throws whatever went wrong: then the job is tried again
 */
export type JobHandler<Data> = (data: Data, run: JobRun) => Promise<void>;

/** A job with its handler, as the table of jobs lists them; made by {@link handleJob}. */
export interface HandledJob {
  readonly job: Job;
  /** Checks the data, then does the work. */
  handle(data: unknown, run: JobRun): Promise<void>;
}

/**
 * Defines a kind of background work. The definition holds nothing that runs, so that senders import nothing else; the
 * handler, with all that it needs, is bound to it by {@link handleJob} in the part of its feature.
 */
export function defineJob<Data extends Schema>(options: JobOptions<Data>): Job<Data> {
  const validate = createCheck(options.name, options.data);
  // What the schema has accepted has its type.
  return { ...options, check: (data) => (validate(data), data as Static<Data>) };
}

/**
 * Binds the handler to a job. Its data are checked before it is called, and what it changes is the job's in the audit
 * log.
 */
export function handleJob<Data extends Schema>(
  job: Job<Data>,
  handler: JobHandler<Static<Data>>,
): HandledJob {
  return {
    job,
    async handle(data, run) {
      const checked = job.check(data);
      if (job.isAudited === false) return handler(checked, run);
      const caller: AuditCaller = {
        kind: 'job',
        credential: 'none',
        operation: job.name,
        requestId: run.id,
      };
      return runInContext({ caller: JSON.stringify(caller) }, () => handler(checked, run));
    },
  };
}

// The schemas are ours: checked by types, and not against the schema of schemas, which takes longer to compile than all
// of them.
const AJV_OPTIONS = { strict: false, validateFormats: false, validateSchema: false, meta: false };

/** Compiled when it is first needed. */
function createCheck(name: string, schema: Schema): (data: unknown) => void {
  let validate: ValidateFunction | undefined;
  return (data) => {
    validate ??= new Ajv2020(AJV_OPTIONS).compile(schema);
    if (validate(data)) return;
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath || 'it'} ${message ?? 'is not valid'}`,
    );
    throw new Error(`The data of a job ${name} do not fit: ${faults.join('; ')}`);
  };
}
