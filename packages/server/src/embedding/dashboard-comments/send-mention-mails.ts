import { Refusal, schemas } from '@oriel/contract';
import type { Db } from '../../db/database.ts';
import { defineJob, handleJob, type HandledJob, type JobRun } from '../../jobs/job.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import { MailFailure } from '../../mail/mail-failure.ts';
import type { MailRoom } from '../../mail/mail-room.ts';
import type { SubjectPrincipals } from '../subjects/subject-principals.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { readEmbedSecret } from '../../secrets/token-secrets.ts';
import type { EmbedDashboardService } from '../embed-dashboards/embed-dashboard-service.ts';
import { composeMentionMail } from './mention-mail.ts';
import {
  createMentionMailStore,
  type ClaimedMention,
  type MentionContext,
  type MentionOutcome,
} from './mention-mail-store.ts';

/** Sends the mail to viewers whom comments mention, every minute on one of the servers. */
const sendMentionMails = defineJob({
  name: 'send-mention-mails',
  data: schemas.input('Nothing.', {}),
  schedule: '* * * * *',
  isExclusive: true,
  timeoutSeconds: 300,
  retry: { limit: 3, delaySeconds: 5, maxDelaySeconds: 30 },
});

/** What mail about mentions is sent with. */
export interface MentionTools {
  readonly db: Db;
  readonly keyring: Keyring;
  /** Undefined without a mail server. */
  readonly mailRoom: MailRoom | undefined;
  readonly subjects: SubjectPrincipals;
  readonly embedDashboards: Pick<EmbedDashboardService, 'getHead'>;
  /** Where clients reach the server; undefined: where the comment was written. */
  readonly baseUrl: string | undefined;
}

/** Mail that is claimed together. */
const BATCH = 20;
/** About a day in all, so that a mail server that is away for a night loses nothing. */
const MAX_ATTEMPTS = 10;
const FIRST_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 4 * 3_600;

/**
 * Binds the job. Each mail is claimed before it is sent and noted as sent after: a server that dies in between has
 * another send it under the same message id once the claim is over.
 */
export function handleMentionMails(tools: MentionTools): HandledJob {
  return handleJob(sendMentionMails, async (_data, job) => {
    const store = createMentionMailStore(tools.db);
    const { mailRoom } = tools;
    if (!mailRoom) return store.skipAll();
    for (;;) {
      job.signal.throwIfAborted();
      const claimed = await store.claim(BATCH);
      for (const mention of claimed) await sendOne(mention, { ...tools, mailRoom }, job);
      if (claimed.length < BATCH) return;
    }
  });
}

type SendingTools = MentionTools & { readonly mailRoom: MailRoom };

async function sendOne(mention: ClaimedMention, tools: SendingTools, job: JobRun): Promise<void> {
  const store = createMentionMailStore(tools.db);
  if (job.signal.aborted) return store.retry(mention, 0);
  try {
    const outcome = await send(mention, tools);
    await store.end(mention, outcome);
    job.count(outcome, 1);
  } catch (error) {
    const isPermanent = error instanceof MailFailure && error.isPermanent;
    if (!(error instanceof MailFailure))
      job.logger.error({ err: error, commentId: mention.commentId }, 'A mail about a mention failed');
    if (!isPermanent && mention.attempts < MAX_ATTEMPTS)
      return store.retry(
        mention,
        Math.min(FIRST_WAIT_SECONDS * 2 ** (mention.attempts - 1), MAX_WAIT_SECONDS),
      );
    await store.end(mention, 'failed');
    job.count('failed', 1);
  }
}

async function send(
  mention: ClaimedMention,
  { db, keyring, mailRoom, subjects, embedDashboards, baseUrl = mention.baseUrl }: SendingTools,
): Promise<MentionOutcome> {
  const context = await createMentionMailStore(db).find(mention);
  if (!context || !isMailAddress(context.email)) return 'skipped';
  if (!(await mayRead(mention, context, { subjects, embedDashboards }))) return 'skipped';
  const embedSecret = await readEmbedSecret(db, keyring, context.tenantId);
  await mailRoom.send(composeMentionMail(mention, context, { baseUrl, embedSecret }));
  return 'sent';
}

/** Whether the viewer may see the dashboard now. */
async function mayRead(
  { embedUserId }: ClaimedMention,
  context: MentionContext,
  { subjects, embedDashboards }: Pick<MentionTools, 'subjects' | 'embedDashboards'>,
): Promise<boolean> {
  const viewer = await subjects.find(context, { type: 'EMBED_USER', embedUserId, overrides: {} });
  if (viewer?.kind !== 'embed') return false;
  try {
    await embedDashboards.getHead(viewer, context.publicId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}
