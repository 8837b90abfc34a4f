import { and, desc, eq, isNull, or, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { enquiries } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { paths } from "@/shared/paths";
import { toLearnerSearch } from "../form/to-learner-search";
import { toOfferTables } from "./compose-offer";
import { findOffer, isUnansweredOfferSql, listOffered, MAX_OFFERED } from "./find-offer";

/** Learners who are told. Few teachers leave with as many open messages. */
const MAX_TOLD = 20;

/**
 * The statements that tell learners who wait for an answer of a teacher, whose account is about to be erased, that none
 * will come, with other teachers: the erasure deletes the listing by which `offerTeachers` would find them. They run
 * before the erasure, if `guard` holds. The mail names no enquiry, so that the erasure does not delete it.
 */
export async function tellBeforeErasureStatements(
  ctx: Ctx,
  teacherId: string,
  guard: SQL,
): Promise<Statement[]> {
  const waiting = await ctx.db
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(
      and(
        or(eq(enquiries.teacherId, teacherId), eq(enquiries.undeliveredTeacherId, teacherId)),
        isUnansweredOfferSql,
        isNull(enquiries.offeredTs),
      ),
    )
    .orderBy(desc(enquiries.createdTs))
    .limit(MAX_TOLD);
  const found = await Promise.all(waiting.map(({ id }) => findOffer(ctx, id)));
  const offers = [...new Map(found.flatMap((offer) => (offer ? [[offer.email, offer]] : []))).values()];
  const cards = await Promise.all(offers.map((offer) => listOffered(ctx, offer, { max: MAX_OFFERED })));
  return offers.map((offer, n) => {
    const { email: to, locale, teacherName: teacher, message: quote } = offer;
    const fitting = cards[n] ?? [];
    const search = toLearnerSearch(offer.listing, offer.learnerGrade);
    return queueMailStatement(
      ctx,
      {
        template: "enquiry_teacher_left",
        to,
        locale,
        params: { teacher },
        quote,
        deleteWhenDone: true,
        tables: toOfferTables(ctx, locale, fitting),
        actionPath:
          fitting.length > 0
            ? paths.enquireSeveral({ listing_ids: fitting.map(({ id }) => id) })
            : paths.listings({ ...search, select: true }),
      },
      guard,
    );
  });
}
