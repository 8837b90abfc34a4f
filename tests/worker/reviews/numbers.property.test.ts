import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createGuestToken } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { editReview } from "@/features/reviews/author/edit-review";
import { submitReview } from "@/features/reviews/author/submit-review";
import { withdrawReview } from "@/features/reviews/author/withdraw-review";
import { publishReview } from "@/features/reviews/moderation/publish-review";
import { rejectReview, removeReview } from "@/features/reviews/moderation/refuse-review";
import { eraseReviewsStatements } from "@/features/reviews/personal-data";
import { DAY_MS } from "@/shared/dates";
import type { Result } from "@/shared/errors";
import { newId } from "@/shared/ids";
import { app, db } from "../../helpers/app";
import { expectDerivedColumns } from "../../helpers/derived-columns";
import { createAdmin, createListing, createTeacher, createUser } from "../../helpers/factories";
import type { User } from "../../helpers/rows";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { insertAnsweredEnquiry, listTeacherReviews, REVIEW } from "./contact";

const SENDER = { deviceKey: null, networkKey: "network" };
const HELD_TEXT = "Sunați la zero șapte doi doi 345 678 pentru lecții.";
const REFUSAL = { reason: "off_topic", text: "Textul nu este despre lecții." };

/** The context of a signed-in user. */
const actAs = ({ id, email, role, firstName, lastName }: User): Ctx => ({
  ...servicesAt(app.clock.now),
  user: {
    id,
    sessionId: "",
    email,
    emailVerified: true,
    role,
    firstName,
    lastName,
    canCreateAdmin: false,
    birthDate: null,
    profilePicture: null,
    pictureTs: null,
    unread: 0,
    requestsToAnswer: 0,
    shortlist: [],
    lacksTwoStep: false,
  },
});

/** A teacher whom `size` learners and a guest may review, and an admin. */
async function createMarket(size: number) {
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const authors: Author[] = [];
  for (let n = 0; n < size; n++) {
    const learner = await createUser();
    const enquiryId = await insertAnsweredEnquiry({
      listingId: listing.id,
      teacherId: teacher.id,
      learnerId: learner.id,
    });
    authors.push({ ctx: actAs(learner), account: learner, enquiryId });
  }
  authors.push(await createGuestAuthor(teacher, listing.id));
  return { teacher, authors, admin: await createAdmin() };
}

/** A guest with an answered enquiry, who writes by the token of a mailed link. */
async function createGuestAuthor({ id: teacherId }: User, listingId: string) {
  const email = `oaspete-${newId()}@example.test`;
  const enquiryId = await insertAnsweredEnquiry({
    listingId,
    teacherId,
    guestName: "Ilinca",
    guestEmail: email,
    guestLocale: "ro",
    confirmedTs: app.clock.now - 5 * DAY_MS,
  });
  const ctx: Ctx = { ...servicesAt(app.clock.now), user: null };
  return {
    ctx,
    account: { id: newId(), email },
    enquiryId,
    token: createGuestToken(ctx, { id: enquiryId, email }),
  };
}

type Market = Awaited<ReturnType<typeof createMarket>>;
/** `account` has the data by which erasure finds the reviews. */
type Author = { ctx: Ctx; account: Pick<User, "id" | "email">; enquiryId: string; token?: string };

const step = fc.record({
  kind: fc.constantFrom("write", "edit", "withdraw", "publish", "reject", "remove", "erase", "erase_teacher"),
  author: fc.nat(3),
  rating: fc.integer({ min: 1, max: 5 }),
  held: fc.boolean(),
});
type Step = ReturnType<(typeof step)["generate"]>["value"];

async function take(market: Market, { kind, author: place, rating, held }: Step): Promise<unknown> {
  const { ctx: authorCtx, account, enquiryId, token } = market.authors[place] as Author;
  const ctx: Ctx = { ...servicesAt(app.clock.now), user: authorCtx.user };
  const input = { ...REVIEW, rating, token, ...(held ? { text: HELD_TEXT } : {}) };
  const adminCtx = actAs(market.admin);
  const [review] = await db.all<{ id: string }>(
    sql`select id from reviews where enquiry_id = ${enquiryId} and state <> 'withdrawn'`,
  );
  const id = review?.id ?? "none";
  switch (kind) {
    case "write":
      return submitReview(ctx, enquiryId, input, SENDER);
    case "edit":
      return editReview(ctx, enquiryId, input, SENDER);
    case "withdraw":
      return withdrawReview(ctx, enquiryId, { token });
    case "publish":
      return publishReview(adminCtx, { id });
    case "reject":
      return rejectReview(adminCtx, { id }, REFUSAL);
    case "remove":
      return removeReview(adminCtx, { id }, REFUSAL);
    case "erase":
      return ctx.commit(eraseReviewsStatements(ctx, { ...account, emailVerified: true }));
    case "erase_teacher":
      return ctx.commit(eraseReviewsStatements(ctx, { ...market.teacher, emailVerified: true }));
  }
}

it("the numbers of a teacher equal a recount after any history, also with concurrent steps", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
      async (history) => {
        const market = await createMarket(3);
        for (const concurrent of history) {
          app.clock.now += 1000;
          await Promise.all(concurrent.map((next) => take(market, next)));
          await expectDerivedColumns(app.clock.now);
        }
        const live = (await listTeacherReviews(market.teacher.id)).filter(
          ({ state }) => state !== "withdrawn",
        );
        expect(new Set(live.map(({ enquiryId }) => enquiryId)).size).toBe(live.length);
      },
    ),
    { numRuns: 25 },
  );
});

it("the numbers are right after 50 parallel reviews of one teacher and a decision on each", async () => {
  const { teacher, authors, admin } = await createMarket(49);
  const failures = (results: readonly Result<unknown>[]) => results.filter(({ ok }) => !ok);
  const written = await Promise.all(
    authors.map(({ ctx, enquiryId, token }, n) =>
      submitReview(ctx, enquiryId, { ...REVIEW, rating: (n % 5) + 1, token }, SENDER),
    ),
  );
  expect(failures(written)).toEqual([]);
  const reviews = await listTeacherReviews(teacher.id);
  expect(reviews.filter(({ state }) => state === "published")).toHaveLength(5);
  expect(reviews.filter(({ holdRule }) => holdRule === "many_reviews")).toHaveLength(45);

  const ctx = actAs(admin);
  const decided = await Promise.all(
    reviews.map(({ id, state }, n) => {
      if (state === "published") return removeReview(ctx, { id }, REFUSAL);
      return n % 3 === 0 ? rejectReview(ctx, { id }, REFUSAL) : publishReview(ctx, { id });
    }),
  );
  expect(failures(decided)).toEqual([]);
  await expectDerivedColumns(app.clock.now);
  await expectConsistentIndex(app.clock.now);
});
