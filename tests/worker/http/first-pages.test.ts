import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it, test } from "vitest";
import { createApp } from "@/app";
import { testimonials } from "@/db/schema";
import { createFirstPagesApp, isFirstPagesRequest } from "@/first-pages";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bindings, createTestApp, db, type Jar, newJar, ORIGIN, testShared } from "../../helpers/app";
import { createPost } from "../../helpers/create-post";
import { createAdmin, createListing, createTeacher, createUser, signIn } from "../../helpers/factories";
import { createReview } from "../reviews/create-review";
import { insertVerification } from "../verifications/setup";

const testApp = createTestApp();
const { now } = testApp.clock;
const listings: string[] = [];
const jars: Record<string, Jar> = { visitor: newJar() };

beforeAll(async () => {
  const [owner, learner] = [await createTeacher(), await createUser()];
  for (const state of ["published", "paused", "pending", "rejected", "suspended", "deleted"] as const) {
    const rejection =
      state === "rejected" || state === "suspended" ? { moderationReason: "spam" as const } : {};
    listings.push((await createListing(owner, { state, ...rejection })).id);
  }
  listings.push((await createListing(owner, { expiresTs: now - 1 })).id);
  await createReview(owner, {
    learnerId: learner.id,
    replyText: "Mulțumesc.",
    editedTs: now,
  });
  await createReview(owner, { lessons: "1" });
  await insertVerification(owner.id, { decidedTs: now });
  await insertVerification(owner.id, { kind: "integrity", decidedTs: now, endsTs: now + DAY_MS });
  await createPost();
  const testimonial = {
    text: "A good teacher in a week.",
    name: "Maria",
    locale: "en",
    state: "published",
  } as const;
  await db
    .insert(testimonials)
    .values({ id: newId(), userId: learner.id, consentTs: now, createdTs: now, ...testimonial });
  jars.owner = await signIn(owner);
  jars.admin = await signIn(await createAdmin());
});

const firstPagesApp = createFirstPagesApp(() => now, testShared());
const wholeApp = createApp(() => now, testShared());

/** Status, headers and body, without what differs between two requests: ids, also of forms, and the nonce. */
async function fetchFrom(app: typeof wholeApp, path: string, jar: Jar = newJar()) {
  const execution = createExecutionContext();
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await app.fetch(new Request(ORIGIN + path, { headers: { cookie } }), bindings, execution);
  const requestId = response.headers.get("x-request-id") ?? "";
  const text = (await response.text()).replaceAll(requestId, "");
  const body = text.replace(/name="once" value="[0-9a-z]{16}"/, "");
  await waitOnExecutionContext(execution);
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  return [response.status, ...headers, ...body.split("<")].join("\n").replaceAll(nonce ?? "no nonce", "");
}

/** The app of first pages answers as the whole app does. */
async function expectSameAnswer(path: string, jar?: Jar) {
  expect(await fetchFrom(firstPagesApp, path, jar), path).toBe(await fetchFrom(wholeApp, path, jar));
}

describe.each(["visitor", "owner", "admin"])("the first pages for a %s", (role) => {
  it.each([
    "/",
    "/tutoring",
    "/tutoring?subject=m&county=cj",
    "/tutoring?q=x&level=pb&min=1&max=2&online=1&sort=price",
    "/tutoring?near=46.77,23.59&radius=1",
    "/tutoring?page=0&subject=none",
    "/tutoring/0000000000000000",
    "/ranking",
    "/api/suggestions?q=mate&locale=ro",
  ])("%s are the same as those of the whole app", async (path) => {
    expect(isFirstPagesRequest(new Request(ORIGIN + path))).toBe(true);
    await expectSameAnswer((role === "owner" ? "/ro" : "") + path, jars[role]);
  });

  it("of listings in every state are the same as those of the whole app", async () => {
    for (const id of listings) await expectSameAnswer(paths.listing(id), jars[role]);
  });
});

test.each(["/en/tutoring", "/tutoring?level=unknown"])("GET %s has the same answer of both apps", (path) =>
  expectSameAnswer(path),
);

test.each([
  ["POST", "/tutoring"],
  ["GET", "/tutoring/create"],
  ["GET", "/tutoring/"],
  ["GET", "/blog"],
  ["GET", "/admin"],
  ["GET", "/en/tutoring"],
])("%s %s is for the whole app", (method, path) => {
  expect(isFirstPagesRequest(new Request(ORIGIN + path, { method }))).toBe(false);
});
