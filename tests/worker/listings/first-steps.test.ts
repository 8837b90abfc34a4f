import { expect, test } from "vitest";
import { enquiries, verifications } from "@/db/schema";
import { type Actor, app, db } from "../../helpers/app";
import { createListing, createTeacher, createUser } from "../../helpers/factories";

const readLead = async (as: Actor) =>
  (await app.read("/tutoring/create", { as })).match(/page-head__lead">([^<]*)/)?.[1];

test("GET /tutoring/create says that a person reads the listing, unless it would be published at once", async () => {
  const teacher = await createTeacher();
  expect(await readLead(teacher)).toContain("A person from our team reads the listing before it appears");
  await createListing(teacher, { state: "published" });
  expect(await readLead(teacher)).toBe("It takes about five minutes.");
});

const change = (table: string, userId: string) =>
  app.bindings.DB.prepare(`update ${table} = ?`).bind(userId).run();

test("GET /profile/listings begins with waiting messages and the next step, until all steps are done", async () => {
  const teacher = await createTeacher();
  const read = async () => {
    const html = await app.read("/profile/listings", { as: teacher });
    const section = html.match(/<section[^>]* aria-labelledby="next-step">.*?<\/section>/s)?.[0] ?? "";
    const link = section.match(/<a href="([^"]*)"/)?.[1];
    const steps = [...section.matchAll(/steps__title"><a[^>]*>([^<]*)/g)].map(([, title]) => title);
    return { link, steps, text: html.replace(/<[^>]*>/g, "") };
  };
  await change("teacher_information set county = null where user_id", teacher.id);
  await createListing(teacher, { state: "deleted" });
  const empty = await read();
  expect(empty.text).toContain("No message waits for your answer.");
  expect(empty.steps).toHaveLength(6);
  expect(empty.link).toBe("/tutoring/create");
  const draft = await createListing(teacher, { state: "draft" });
  expect((await read()).link).toBe(`/tutoring/${draft.id}/edit`);
  const listing = await createListing(teacher, { state: "pending" });
  const now = app.clock.now;
  const learnerId = (await createUser()).id;
  await db.insert(enquiries).values({
    id: "waiting",
    listingId: listing.id,
    teacherId: teacher.id,
    learnerId,
    state: "new",
    createdTs: now,
    lastMessageTs: now,
  });
  const sent = await read();
  expect(sent.text).toContain("1 message waits for your answer");
  expect(sent.text).toContain("Done: Write your listing");
  expect(sent.link).toBe("/profile");
  // The county of a listing is enough.
  expect(sent.steps).toHaveLength(4);
  await change(
    "teacher_information set county = 'cj', phone_number = null, about = 'Predau.' where user_id",
    teacher.id,
  );
  await change(
    "users set profile_picture = 'webp', picture_ts = 1, reply_median_s = 5000 where id",
    teacher.id,
  );
  const later = await read();
  expect(later.steps).toEqual(["Have a document checked", "Get your first review"]);
  expect(later.link).toBe("/profile/verification");
  expect(later.text).toContain("“Usually replies within 2 hours”");
  await db
    .insert(verifications)
    .values({ id: "sent", userId: teacher.id, kind: "diploma", state: "pending", files: [], createdTs: now });
  const waiting = await read();
  expect(waiting.link).toBe(`/teachers/${teacher.id}`);
  expect(waiting.steps).toEqual(["Get your first review", "Have a document checked"]);
  expect(waiting.text).toContain("In review.");
  const expiresTs = now + 50 * 86_400_000;
  const published = await createListing(teacher, { state: "published", expiresTs });
  expect((await read()).link).toBe(`/tutoring/${published.id}/share`);
  await change("verifications set state = 'approved' where user_id", teacher.id);
  await change("users set review_count = 1, rating_sum = 5 where id", teacher.id);
  const done = await read();
  expect(done.steps).toEqual([]);
  expect(done.text).not.toContain("expire");
  for (const days of [20, 9]) {
    await createListing(teacher, { state: "published", expiresTs: now + days * 86_400_000 });
  }
  expect((await read()).text).toContain(
    "2 listings expire soon, the first on Nov 29, 2026: renew them for free",
  );
});
