import { createRefreshToken } from "@/auth/refresh-token";
import type { Db } from "@/db/client";
import { listings, orders, promotions, sessions, teacherInformation, users } from "@/db/schema";
import { reindexListingStatements } from "@/features/listings/search-index/search-index";
import { isLevelOf } from "@/shared/codes";
import { newId } from "@/shared/ids";
import type { Billing } from "@/shared/schemas/billing";
import { computeHourlyPrice } from "@/shared/schemas/listing";
import { detectTextLanguage } from "@/shared/text-language";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
let rowCount = 0;

export type User = typeof users.$inferSelect;
export type Listing = typeof listings.$inferSelect;
type Order = typeof orders.$inferSelect;
type Promotion = typeof promotions.$inferInsert;

/** The database, and the creation time of the rows (ms). */
type Target = { db: Db; now: number };

const insertUserStatement = ({ db, now }: Target, overrides: Partial<User>) => {
  const id = newId();
  return db
    .insert(users)
    .values({
      id,
      email: `person${++rowCount}-${id}@example.test`,
      emailVerifiedTs: now,
      firstName: "Ana",
      lastName: "Pop",
      birthDate: "1990-05-17",
      signupTs: now,
      ...overrides,
    })
    .returning();
};

/** By default a verified learner without a password. */
export async function insertUser(target: Target, overrides: Partial<User> = {}): Promise<User> {
  const [user] = await insertUserStatement(target, overrides);
  return user as User;
}

/** A verified teacher with a phone number and a county. */
export async function insertTeacher(
  target: Target,
  overrides: Partial<User> = {},
  information: Partial<typeof teacherInformation.$inferInsert> = {},
): Promise<User> {
  const { db } = target;
  const id = overrides.id ?? newId();
  const user = { role: "t", firstName: "Ștefan", lastName: "Țepeș", ...overrides, id } as const;
  const [[teacher]] = await db.batch([
    insertUserStatement(target, user),
    db
      .insert(teacherInformation)
      .values({ userId: id, phoneNumber: "+40712345678", county: "cj", ...information }),
  ]);
  return teacher as User;
}

/** The refresh token of a new session of a user. */
export async function insertSession({ db, now }: Target, user: Pick<User, "id">): Promise<string> {
  const token = createRefreshToken();
  await db.insert(sessions).values({
    id: token.sessionId,
    userId: user.id,
    tokenHash: token.hash,
    createdTs: now,
    lastSeenTs: now,
    idleExpiresTs: now + DAY_MS,
    absoluteExpiresTs: now + 30 * DAY_MS,
    remember: true,
  });
  return token.value;
}

/** By default a published listing that search finds. */
export async function insertListing(
  { db, now }: Target,
  owner: Pick<User, "id">,
  overrides: Partial<Listing> = {},
): Promise<Listing> {
  const price = overrides.price ?? 9000;
  const sessionMinutes = overrides.sessionMinutes ?? 60;
  const text = {
    title: "Matematică pentru Evaluarea Națională",
    description: "Lecții clare, cu exerciții din subiectele ultimilor ani și teme corectate săptămânal.",
  };
  const id = overrides.id ?? newId();
  const insert = db
    .insert(listings)
    .values({
      id,
      ownerId: owner.id,
      ...text,
      textLanguage: detectTextLanguage({ ...text, ...overrides }),
      subject: "m",
      levels: (["m", "pe"] as const).filter((level) => isLevelOf(level, [overrides.subject ?? "m"])),
      locations: ["th"],
      county: "cj",
      neighbourhood: "Zorilor",
      price,
      sessionMinutes,
      pricePerHour: computeHourlyPrice(price, sessionMinutes),
      state: "published",
      createdTs: now - DAY_MS,
      updatedTs: now - DAY_MS,
      submittedTs: now - DAY_MS,
      publishedTs: now - DAY_MS,
      renewedTs: now - DAY_MS,
      expiresTs: now + 89 * DAY_MS,
      ...overrides,
    })
    .returning();
  const [[listing]] = await db.batch([insert, ...reindexListingStatements({ db, now }, id)]);
  return listing as Listing;
}

async function reindexListing({ db, now }: Target, id: string): Promise<void> {
  const [first, ...rest] = reindexListingStatements({ db, now }, id);
  if (first) await db.batch([first, ...rest]);
}

export const BILLING: Billing = {
  kind: "person",
  name: "Ștefan Țepeș",
  tax_id: null,
  register_number: null,
  street: "Strada Florilor nr. 2",
  city: "Cluj-Napoca",
  county: "cj",
};

/** Seven days in the results for 19 lei, of which 3.30 VAT, paid and fulfilled, without a promotion. */
export async function insertOrder(
  { db, now }: Target,
  of: { buyerId?: string | null; listingId?: string | null },
  overrides: Partial<Order> = {},
): Promise<Order> {
  const [order] = await db
    .insert(orders)
    .values({
      id: newId(),
      ...of,
      package: "top7",
      days: 7,
      placement: "results",
      amount: 1900,
      vatAmount: 330,
      vatRate: 2100,
      billing: BILLING,
      state: "fulfilled",
      checkoutSessionId: `cs_test_${newId()}`,
      immediateStart: true,
      consentText: "en: yes",
      consentTs: now,
      createdTs: now,
      paidTs: now,
      ...overrides,
    })
    .returning();
  return order as Order;
}

/** Promotes a listing as a paid order of seven days does: by default it started an hour ago. */
export async function insertPromotion(
  target: Target,
  listing: Pick<Listing, "id" | "ownerId">,
  overrides: Partial<Promotion> = {},
): Promise<void> {
  const { db, now } = target;
  const { placement = "results", startsTs = now - HOUR_MS } = overrides;
  const order = await insertOrder(target, { listingId: listing.id, buyerId: listing.ownerId }, { placement });
  await db.insert(promotions).values({
    id: newId(),
    orderId: order.id,
    listingId: listing.id,
    placement,
    startsTs,
    endsTs: startsTs + 7 * DAY_MS,
    rotationKey: Math.floor(Math.random() * 2 ** 31),
    createdTs: startsTs,
    ...overrides,
  });
  await reindexListing(target, listing.id);
}
