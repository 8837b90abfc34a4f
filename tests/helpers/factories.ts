import { sql } from "drizzle-orm";
import { mintRefreshToken } from "@/auth/refresh-token";
import { REFRESH_COOKIE } from "@/auth/sessions";
import { listings, mailOutbox, sessions, teacherInformation, users } from "@/db/schema";
import { reindexListing } from "@/features/listings/search-index";
import { newId } from "@/shared/ids";
import { db, type Jar, newJar, type TestApp } from "./app";

const DAY_MS = 86_400_000;
let made = 0;

type User = typeof users.$inferSelect;
type Listing = typeof listings.$inferSelect;

/** A verified learner, unless told otherwise. Has no password: sign in with `signedIn`. */
export async function makeUser(app: TestApp, given: Partial<User> = {}): Promise<User> {
  const id = newId();
  const [user] = await db
    .insert(users)
    .values({
      id,
      email: `person${++made}-${id}@example.test`,
      emailVerifiedTs: app.clock.now,
      firstName: "Ana",
      lastName: "Pop",
      birthDate: "1990-05-17",
      signupTs: app.clock.now,
      ...given,
    })
    .returning();
  return user as User;
}

export async function makeTeacher(app: TestApp, given: Partial<User> = {}): Promise<User> {
  const teacher = await makeUser(app, { role: "t", firstName: "Ștefan", lastName: "Țepeș", ...given });
  await db
    .insert(teacherInformation)
    .values({ userId: teacher.id, phoneNumber: "+40712345678", county: "cj" });
  return teacher;
}

export const makeAdmin = (app: TestApp) => makeUser(app, { role: "a", firstName: "Olga", lastName: "Admin" });

/** Cookies of a live session of this user. */
export async function signedIn(app: TestApp, user: Pick<User, "id">): Promise<Jar> {
  const token = mintRefreshToken();
  await db.insert(sessions).values({
    id: token.sessionId,
    userId: user.id,
    tokenHash: token.hash,
    createdTs: app.clock.now,
    lastSeenTs: app.clock.now,
    idleExpiresTs: app.clock.now + DAY_MS,
    absoluteExpiresTs: app.clock.now + 30 * DAY_MS,
    remember: true,
  });
  const jar = newJar();
  jar.set(REFRESH_COOKIE, token.value);
  return jar;
}

/** A published listing, in the search tables too, unless told otherwise. */
export async function makeListing(
  app: TestApp,
  owner: Pick<User, "id">,
  given: Partial<Listing> = {},
): Promise<Listing> {
  const { now } = app.clock;
  const price = given.price ?? 9000;
  const sessionMinutes = given.sessionMinutes ?? 60;
  const [listing] = await db
    .insert(listings)
    .values({
      id: newId(),
      ownerId: owner.id,
      title: "Matematică pentru Evaluarea Națională",
      description: "Lecții clare, cu exerciții din subiectele ultimilor ani și teme corectate săptămânal.",
      subject: "m",
      levels: ["m", "pe"],
      locations: ["th"],
      county: "cj",
      neighbourhood: "Zorilor",
      price,
      sessionMinutes,
      pricePerHour: Math.round((price * 60) / sessionMinutes),
      state: "published",
      createdTs: now - DAY_MS,
      updatedTs: now - DAY_MS,
      submittedTs: now - DAY_MS,
      publishedTs: now - DAY_MS,
      renewedTs: now - DAY_MS,
      expiresTs: now + 89 * DAY_MS,
      ...given,
    })
    .returning();
  const [first, ...rest] = reindexListing({ db, now }, (listing as Listing).id);
  if (first) await db.batch([first, ...rest]);
  return listing as Listing;
}

/** What the outbox holds for somebody, oldest first. */
export const mailsTo = (email: string) =>
  db.query.mailOutbox.findMany({
    where: (mail, { eq }) => eq(mail.recipient, email),
    orderBy: mailOutbox.createdTs,
  });

/** Rows of a table, for "nothing was written". */
export async function countRows(table: string): Promise<number> {
  const [row] = await db.all<{ n: number }>(sql`select count(*) as n from ${sql.identifier(table)}`);
  return row?.n ?? 0;
}
