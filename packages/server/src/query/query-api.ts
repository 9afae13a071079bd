import type { ServerBrand } from '@oriel/contract';
import type { Engine } from '@oriel/engine';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import type { Authenticate } from '../http/authentication.ts';

export interface QueryApiOptions {
  db: Db;
  engine: Engine;
  authenticate: Authenticate;
  brand: ServerBrand;
}

export function registerQueryApi(_app: FastifyInstance, _options: QueryApiOptions): void {}
