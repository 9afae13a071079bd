import { escapeHtml } from '../../mail/escape-html.ts';
import { mailPage } from '../../mail/mail-page.ts';
import type { Mail } from '../../mail/mail-room.ts';
import { makeUnsubscribeToken } from '../../notifications/unsubscribe.ts';
import { unsubscribeLinks } from '../../notifications/unsubscribe-links.ts';
import { hostDashboardUrl } from '../host-dashboard-url.ts';
import type { ClaimedMention, MentionContext } from './mention-mail-store.ts';

/** Composes the mail to a viewer whom a comment mentions: who has written what, where it stands, and how to stop such mail. */
export function composeMentionMail(
  { commentId, embedUserId }: ClaimedMention,
  mention: MentionContext,
  { baseUrl, embedSecret }: { readonly baseUrl: string; readonly embedSecret: string },
): Mail {
  const { dashboardId, tenantId, author, body } = mention;
  const name = mention.dashboardTitle ?? 'a dashboard';
  const title = `${author} mentioned you on ${name}`;
  const url = urlOf(mention);
  const unsubscribe = unsubscribeLinks(
    baseUrl,
    makeUnsubscribeToken({ mentionsOnDashboardId: dashboardId, embedUserId }, embedSecret),
  );
  return {
    to: mention.email,
    // The same for every try, so that a mail server which has the message knows it.
    messageId: `<mention-${tenantId}-${commentId}-${embedUserId}@oriel.invalid>`,
    // A line break would begin another header; the library takes it out as well.
    subject: title.replaceAll(/\s+/g, ' '),
    html: mailPage({
      title,
      html: `<blockquote style="border-left:3px solid #dee2e6;margin:0;padding:4px 0 4px 14px;white-space:pre-wrap">${escapeHtml(body)}</blockquote>`,
      button: url === undefined ? undefined : { label: 'Open the dashboard', url },
      footer: `You get this message because a comment mentions you. <a href="${escapeHtml(unsubscribe.pageUrl)}" style="color:#5c636a">Unsubscribe</a>`,
    }),
    text: [
      title,
      body,
      ...(url === undefined ? [] : [`Open the dashboard: ${url}`]),
      `Unsubscribe: ${unsubscribe.pageUrl}`,
    ].join('\n\n'),
    headers: unsubscribe.headers,
  };
}

/** A viewer opens the dashboard in the product of their host, where the account says how. */
function urlOf({ hostDashboardUrl: template, publicId, embedTenantName, externalId }: MentionContext) {
  return template === null
    ? undefined
    : hostDashboardUrl(template, { dashboardPublicId: publicId, embedTenantName, externalId });
}
