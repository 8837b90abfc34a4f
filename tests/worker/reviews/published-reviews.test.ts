import { beforeEach, expect, it } from "vitest";
import { LEVELS } from "@/shared/codes";
import type { ReviewJson } from "@/shared/schemas/review";
import { app, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

import type { Listing, User } from "../../helpers/rows";
import { createReview, REVIEW_TEXT } from "./create-review";

let teacher: User;
let listing: Listing;

beforeEach(async () => {
  teacher = await createTeacher({ firstName: "Ana", lastName: "Ionescu" });
  listing = await createListing(teacher);
});

type ReviewListJson = {
  content: ReviewJson[];
  summary: { average: number | null; count: number; stars: number[] };
  next: string | null;
};

async function listAll(after?: string): Promise<ReviewListJson> {
  const response = await expectStatus(
    app.get(`/api/listings/${listing.id}/reviews${after ? `?after=${after}` : ""}`),
    200,
  );
  return response.json() as Promise<ReviewListJson>;
}

const read = (path: string) => app.read(path);

it("lists the reviews about the listing's subject first, each newest first, without gaps or repeats", async () => {
  const expected: string[] = [];
  const others: string[] = [];
  for (let n = 0; n < 25; n++) {
    const isOther = n % 3 === 0;
    // Some have the same time.
    const { id } = await createReview(teacher, {
      subject: isOther ? "p" : "m",
      text: `${REVIEW_TEXT} ${n}`,
      publishedTs: app.clock.now + 1000 * Math.floor(n / 2),
      rating: (n % 5) + 1,
    });
    (isOther ? others : expected).push(id);
  }
  const seen: ReviewJson[] = [];
  const sizes: number[] = [];
  for (let after: string | undefined, n = 0; n < 5; n++) {
    const { content, summary, next } = await listAll(after);
    expect(summary).toEqual({ average: 3, count: 25, stars: [5, 5, 5, 5, 5] });
    seen.push(...content);
    sizes.push(content.length);
    if (next === null) break;
    after = next;
  }
  expect(sizes).toEqual([10, 10, 5]);
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(25);
  expect(seen.map(({ subject }) => subject)).toEqual([...Array(16).fill("m"), ...Array(9).fill("p")]);
  for (const subject of ["m", "p"]) {
    const times = seen
      .filter((review) => review.subject === subject)
      .map(({ text }) => Number(text.split(" ").at(-1)));
    for (const [n, time] of times.entries()) {
      expect(Math.floor(time / 2)).toBeLessThanOrEqual(Math.floor((times[n - 1] ?? 99) / 2));
    }
  }

  // The page's links lead through the same pages, forward and back.
  const pages: string[][] = [];
  let path: string | undefined = `/tutoring/${listing.id}/reviews`;
  const readReviewIds = (html: string) => [...html.matchAll(/id="review-(\w+)"/g)].map(([, id]) => id ?? "");
  const readLink = (html: string, rel: string) =>
    new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll("&amp;", "&");
  let html = "";
  while (path) {
    html = await read(path);
    pages.push(readReviewIds(html));
    path = readLink(html, "next");
  }
  expect(pages.flat()).toEqual(seen.map(({ _id }) => _id));
  const back: string[][] = [];
  for (let previous = readLink(html, "prev"); previous; previous = readLink(html, "prev")) {
    html = await read(previous);
    back.unshift(readReviewIds(html));
  }
  expect(back).toEqual(pages.slice(0, -1));
});

it("counts and shows published reviews only, and an average from three", async () => {
  for (const state of ["pending", "rejected", "removed", "withdrawn"] as const) {
    await createReview(teacher, { state, text: `Textul ${state} nu se vede nicăieri.` });
  }
  expect(await listAll()).toEqual({
    content: [],
    summary: { average: null, count: 0, stars: [0, 0, 0, 0, 0] },
    next: null,
  });
  const empty = await read(`/tutoring/${listing.id}`);
  expectText(empty, "No reviews yet.", "can write a review: three days after the first answer");
  expect(empty).not.toContain("nu se vede");
  await createReview(teacher, { rating: 5 });
  await createReview(teacher, { rating: 4 });
  expect((await listAll()).summary).toEqual({ average: null, count: 2, stars: [0, 0, 0, 1, 1] });
  expect(await read(`/tutoring/${listing.id}`)).not.toContain("4.5 out of 5");
  await createReview(teacher, { rating: 5 });
  expect((await listAll()).summary).toEqual({ average: 4.7, count: 3, stars: [0, 0, 0, 1, 2] });
  expectText(await read(`/tutoring/${listing.id}`), "4.7 out of 5, 3 reviews");
  expectText(await read(`/ro/tutoring/${listing.id}`), "4,7 din 5, 3 recenzii");
});

it("shows a review with its author, subject, level, lessons, edit and reply", async () => {
  const DAY = 86_400_000;
  await createReview(teacher, {
    rating: 4,
    editedTs: app.clock.now + DAY,
    replyText: "Mulțumesc, a fost o plăcere să lucrăm împreună.",
    replyCreatedTs: app.clock.now + 2 * DAY,
  });
  await createReview(teacher, {
    authorName: null,
    authorRole: "learner",
    level: LEVELS[0],
    locale: "en",
  });
  const html = await read(`/tutoring/${listing.id}`);
  for (const text of [
    "4 out of 5",
    "Maria P.",
    "Mathematics · High school · 6 to 20 lessons",
    "edited",
    REVIEW_TEXT,
    "Reply from Ana Ionescu",
    "Mulțumesc, a fost o plăcere",
    "Learner",
  ]) {
    expectText(html, text);
  }
  expect(html).toContain('lang="ro"');
  // The rating is the teacher's, so a listing says when reviews are about another subject.
  const ofOther = "The rating includes reviews of lessons in other subjects.";
  expect(html).not.toContain(ofOther);
  const physics = await createListing(teacher, { subject: "p" });
  expectText(await read(`/tutoring/${physics.id}`), ofOther);
  const [review] = (await listAll()).content.filter(({ rating }) => rating === 4);
  expect(review).toMatchObject({
    teacher_id: teacher.id,
    author: { name: "Maria P.", role: "parent" },
    lessons: "6-20",
    edited_ts: { seconds: Math.floor((app.clock.now + DAY) / 1000) },
    reply: { text: "Mulțumesc, a fost o plăcere să lucrăm împreună.", edited_ts: null },
  });
});

it("shows three reviews on the listing's page and links to the others", async () => {
  for (let n = 0; n < 4; n++) await createReview(teacher);
  const html = await read(`/tutoring/${listing.id}`);
  expect(html.match(/class="review-entry"/g)).toHaveLength(3);
  expectText(html, "All 4 reviews");
  expect(html).toContain(`href="/tutoring/${listing.id}/reviews"`);
});

it("is kept out of search engines, which show the listing's page", async () => {
  const path = `/tutoring/${listing.id}/reviews`;
  for (let n = 0; n < 11; n++) await createReview(teacher, { publishedTs: app.clock.now + n });
  const first = await read(path);
  expect(first).toContain('content="noindex"');
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? "";
  const second = await read(next);
  expectText(second, 'content="noindex"', `${next}"`);
});

it("answers 404 for a listing that visitors can't see; its owner sees the page", async () => {
  const paused = await createListing(teacher, { state: "paused", subject: "p" });
  await createReview(teacher);
  await expectStatus(app.get(`/tutoring/${paused.id}/reviews`), 404);
  await expectStatus(app.get(`/api/listings/${paused.id}/reviews`), 404);
  await expectStatus(app.get(`/tutoring/${paused.id}/reviews`, { as: teacher }), 200);
});
