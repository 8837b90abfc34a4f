import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { requestNotices, requests, users } from "@/db/schema";
import type { MailComposer } from "@/features/mail";
import { formatLei } from "@/shared/format";
import { formatRequest } from "@/shared/format-request";
import { localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { formatMismatch } from "../format-mismatch";
import {
  type FittingRequest,
  fitsTeacherSql,
  isOpenSql,
  listOwnOffers,
  markMismatches,
  type RequestMismatch,
} from "../queries";
import type { RequestDigestPayload } from "./queue-request-digests";

/** Requests of one mail; a page has all. */
const MAX_REQUESTS_IN_MAIL = 10;

/**
 * Composes the daily mail about requests when it is delivered: those of its notices that are open, fit, and are not
 * answered by the teacher. Null without any, for a closed account, and for another address.
 */
export const composeRequestDigest: MailComposer = async (ctx, { payload, recipient }) => {
  const digest = payload as RequestDigestPayload;
  const [teacher] = await ctx.db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(and(eq(users.id, digest.teacherId), isNull(users.disabledTs)));
  if (teacher?.email !== recipient) return null;
  const [found, own] = await Promise.all([
    listOpenRequests(ctx, digest),
    listOwnOffers(ctx, digest.teacherId),
  ]);
  if (found.length === 0) return null;
  const { locale } = teacher;
  const t = ctx.translator(locale);
  const [first] = found;
  const count = t.count("requests.fitting", found.length);
  return {
    template: "request_digest",
    locale,
    params: { count, subject: first && found.length === 1 ? formatRequest(t, first) : count },
    tables: found.map((request) => ({
      title: formatRequest(t, request),
      url: ctx.config.SITE_URL + localizePath(locale, paths.mailedRequest(request.id)),
      rows: describeRequest(t, markMismatches(request, own)),
    })),
    actionPath: paths.requests(),
  };
};

const listOpenRequests = async (ctx: Ctx, { teacherId, digestTs }: RequestDigestPayload) => {
  const rows = await ctx.db
    .select({ request: requests })
    .from(requestNotices)
    .innerJoin(requests, eq(requests.id, requestNotices.requestId))
    .where(
      and(
        eq(requestNotices.teacherId, teacherId),
        eq(requestNotices.digestTs, digestTs),
        isOpenSql(ctx.now),
        fitsTeacherSql(ctx.now, sql`${teacherId}`),
        sql`not exists (select 1 from enquiries answer
          where answer.request_id = ${requests.id} and answer.teacher_id = ${teacherId})`,
      ),
    )
    .orderBy(desc(requests.openedTs))
    .limit(MAX_REQUESTS_IN_MAIL);
  return rows.map(({ request }) => request);
};

/** The facts of a request that its line does not have, with what the teacher's listings do not offer. */
function describeRequest(t: Translator, { request: { maxPrice, text }, mismatches }: FittingRequest) {
  const explain = (name: RequestMismatch["name"]) =>
    mismatches.filter((mismatch) => mismatch.name === name).map((mismatch) => formatMismatch(t, mismatch));
  const rows = [
    { field: "subject", details: explain("level") },
    {
      field: "maxPrice",
      details: [...(maxPrice === null ? [] : [formatLei(maxPrice, t.locale)]), ...explain("price")],
    },
    { field: "text", details: text === "" ? [] : [text] },
  ];
  return rows.flatMap(({ field, details }) =>
    details.length === 0 ? [] : [{ term: t(`requests.fields.${field}`), details: details.join(". ") }],
  );
}
