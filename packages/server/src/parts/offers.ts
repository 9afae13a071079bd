import type { managementOperations, queryOperations } from '@oriel/contract';
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from '../http/caller/authentication.ts';
import type { Handlers } from '../http/handler.ts';
import type { MetricSource } from '../http/health/metrics.ts';
import type { HandledJob } from '../jobs/job.ts';

/** Every operation that a server handles. */
export type AllOperations = typeof managementOperations & typeof queryOperations;

/** Serves addresses that are no operations of the contract, or adds to every answer. */
type RegisterPages = (app: FastifyInstance, offers: Offers) => void | Promise<void>;

/** What the parts of a server offer to it, collected once all of them are made. */
export interface Offers {
  readonly operations: Partial<Handlers<AllOperations>>;
  /** Background work. */
  readonly jobs: readonly HandledJob[];
  /** Called in the order of the parts. */
  readonly pages: readonly RegisterPages[];
  /** Hooks of the routes of the management API alone. */
  readonly managementHooks: readonly ((api: FastifyInstance) => void | Promise<void>)[];
  /** More credentials of the management API: each takes what it knows, and hands on the rest. */
  readonly credentials: readonly ((authenticate: Authenticate) => Authenticate)[];
  /** What `/metrics` shows. */
  readonly metrics: readonly MetricSource[];
  /** Each says why the server serves only in part, if it does; `/readyz` shows the first. */
  readonly limitations: readonly (() => Promise<string | undefined>)[];
  /** What ends requests that stay open for long, before connections are waited for. */
  readonly endings: readonly (() => Promise<void>)[];
}

/**
 * Collects what parts offer.
 *
 * @throws a plain error where two of them handle the same operation
 */
export function collectOffers(
  made: readonly { readonly name: string; readonly offers: Partial<Offers> }[],
): Offers {
  const handledBy = new Map<string, string>();
  for (const { name, offers } of made)
    for (const id of Object.keys(offers.operations ?? {})) {
      const other = handledBy.get(id);
      if (other !== undefined)
        throw new Error(`The operation ${id} is handled by the parts ${other} and ${name}`);
      handledBy.set(id, name);
    }
  const all = made.map(({ offers }) => offers);
  return {
    operations: Object.assign({}, ...all.map(({ operations }) => operations)),
    jobs: all.flatMap(({ jobs = [] }) => jobs),
    pages: all.flatMap(({ pages = [] }) => pages),
    managementHooks: all.flatMap(({ managementHooks = [] }) => managementHooks),
    credentials: all.flatMap(({ credentials = [] }) => credentials),
    metrics: all.flatMap(({ metrics = [] }) => metrics),
    limitations: all.flatMap(({ limitations = [] }) => limitations),
    endings: all.flatMap(({ endings = [] }) => endings),
  };
}
