import { refuse } from '@oriel/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Reads the credential of a git client: `Basic` with any user and an API key as the password, which goes on as
 * `Bearer`. A cookie is none, so that no page can push for who is signed in.
 *
 * @throws `unauthenticated`
 */
export function useBasicCredential({ headers }: FastifyRequest): void {
  const [scheme = '', value = ''] = headers.authorization?.trim().split(/\s+/) ?? [];
  if (scheme === '') throw refuse('unauthenticated');
  if (scheme.toLowerCase() !== 'basic') return;
  const pair = Buffer.from(value, 'base64').toString();
  const password = pair.slice(pair.indexOf(':') + 1);
  if (!pair.includes(':') || !/^[!-~]+$/.test(password)) throw refuse('unauthenticated');
  headers.authorization = `Bearer ${password}`;
}
