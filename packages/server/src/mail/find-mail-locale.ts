import type { ShippedLocale } from '@oriel/contract/locale';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { mailLocale } from './texts/mail-texts.ts';

/** The language of mail to a user of an account: what the user has chosen, else that of the account, else English. */
export async function findMailLocale(db: Db, tenantId: number, email: string): Promise<ShippedLocale> {
  const { rows } = await sql<{ userLocale: string | null; accountLocale: string | null }>`
    select u.settings ->> 'locale' as user_locale, t.app_config -> 'embedding' ->> 'locale' as account_locale
    from tenants t left join users u on u.tenant_id = t.id and u.email = ${email}
    where t.id = ${tenantId}`.execute(db);
  return mailLocale(rows[0]?.userLocale, rows[0]?.accountLocale);
}
