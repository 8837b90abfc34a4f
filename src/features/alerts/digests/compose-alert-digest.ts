import { eq, sql } from "drizzle-orm";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { boundSql, constantSql } from "@/db/bound-sql";
import { alertFilters, alerts, users } from "@/db/schema";
import { describeCard, type ListingCardRow, loadListingCards } from "@/features/listings";
import type { MailComposer } from "@/features/mail";
import { matchesEntrySql } from "@/features/search";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { toLangAttribute } from "@/ui/lang-attribute";
import { createAlertToken } from "../alert-token";
import { formatAlertFilters } from "../format-alert-filters";
import { parseAlertQuery } from "../matching/save-alert-filters";
import type { DigestPayload } from "./queue-alert-digests";

/** Listings of one mail. */
const MAX_LISTINGS = 10;

/**
 * Composes a digest when it is delivered: the newest listings among its matches that visitors can see and that match
 * now. Null without any, and if the alert was paused or ended, moved to another address, or its account turned off.
 */
export const composeAlertDigest: MailComposer = async (ctx, { payload, recipient }) => {
  const digest = payload as DigestPayload;
  const alert = await findMailedAlert(ctx, digest.alertId);
  if (alert === null || alert.email !== recipient) return null;
  const cards = await listNewListings(ctx, alert, digest);
  if (cards.length === 0) return null;

  const { id, email, locale } = alert;
  const t = ctx.translator(locale);
  const token = createAlertToken(ctx, { id, email });
  const toUrl = (path: string) => ctx.config.SITE_URL + localizePath(locale, path);
  return {
    template: "alert_digest",
    locale,
    params: {
      search: formatAlertFilters(t, alert.filters),
      more: cards.length > MAX_LISTINGS ? t("mail.alert_digest.more") : "",
    },
    tables: [
      ...cards.slice(0, MAX_LISTINGS).map((card) => ({
        title: card.title,
        lang: toLangAttribute(card.textLanguage, locale),
        url: toUrl(paths.alertAction(id, "open", { token, listing: card.id })),
        rows: describeCard(t, card),
      })),
      { title: t("mail.alert_digest.change"), url: toUrl(paths.alerts({ token })), rows: [] },
    ],
    actionPath: paths.alertAction(id, "open", { token }),
    unsubscribePath: paths.unsubscribe({
      token: createUnsubscribeToken(ctx, { kind: "alert", id }),
    }),
  };
};

/** An alert that gets mail now. Null if it ended, waits for its confirmation or is paused, or if mail is turned off. */
async function findMailedAlert({ db }: Ctx, id: string) {
  const [alert] = await db
    .select({
      id: alerts.id,
      userId: alerts.userId,
      filtersId: alerts.filtersId,
      query: alertFilters.query,
      email: sql<string>`coalesce(${users.email}, ${alerts.email})`,
      locale: sql<Locale>`coalesce(${users.locale}, ${alerts.locale})`,
    })
    .from(alerts)
    .innerJoin(alertFilters, eq(alertFilters.id, alerts.filtersId))
    .leftJoin(users, eq(users.id, alerts.userId))
    .where(sql`${alerts.id} = ${id} and ${alerts.confirmedTs} is not null and ${alerts.pausedTs} is null
      and ${users.disabledTs} is null
      and not exists (select 1 from json_each(coalesce(${users.mailOff}, '[]')) where value = 'alerts')`);
  return alert ? { ...alert, filters: parseAlertQuery(alert.query) } : null;
}

type MailedAlert = NonNullable<Awaited<ReturnType<typeof findMailedAlert>>>;

/** The newest matches, one more than a mail contains. Not the recipient's own listings. */
const listNewListings = (
  ctx: Ctx,
  { userId, filtersId, filters }: MailedAlert,
  { afterSeq, lastSeq }: DigestPayload,
): Promise<ListingCardRow[]> =>
  loadListingCards(
    ctx,
    boundSql`select entry.num as num, 0 as rank, -found_match.seq as position, null as meters, entry.card as card
      from alert_matches found_match cross join search_entries entry on entry.num = found_match.listing_num
      where found_match.filters_id = ${filtersId} and found_match.seq > ${afterSeq} and found_match.seq <= ${lastSeq}
        and entry.card ->> 'ownerId' is not ${userId} and ${matchesEntrySql(filters, ctx.now)}
      order by found_match.seq desc limit ${constantSql(MAX_LISTINGS + 1)}`,
  );
