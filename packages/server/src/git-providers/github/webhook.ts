import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a webhook says that matters here. */
interface WebhookNews {
  readonly event: string;
  readonly repositoryId: number | undefined;
}

/**
 * Whether GitHub has signed a webhook: an HMAC with SHA-256 of the body, byte for byte.
 *
 * @see https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 */
export function isSignedBy(secret: string, body: Buffer, signature: unknown): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(typeof signature === 'string' ? signature : '');
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** Reads a webhook that was signed. Undefined for a body that is no JSON. */
export function readWebhook(event: string, body: Buffer): WebhookNews | undefined {
  try {
    const { repository } = Object(JSON.parse(body.toString())) as { repository?: unknown };
    const { id } = Object(repository) as { id?: unknown };
    return { event, repositoryId: typeof id === 'number' ? id : undefined };
  } catch {
    return undefined;
  }
}
