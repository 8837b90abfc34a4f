import { expect, test } from "vitest";
import { enquiries, listings } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectRedirect, expectStatus, expectText } from "../../../helpers/app";
import { recordEvents } from "../../../helpers/counting";
import {
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  signIn,
  updateRow,
} from "../../../helpers/factories";
import { createOrder, createPromotion } from "../../../helpers/orders";
import { createPromotionFixture, DAY_MS, listOrders } from "../../../helpers/promotion-fixture";

/** The text of a page, without tags. */
const readText = async (answer: Response) =>
  (await answer.text())
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

async function createPageFixture() {
  const fixture = await createPromotionFixture({ title: "Matematică pe înțeles" });
  const by = { buyerId: fixture.teacher.id, listingId: fixture.id };
  // Sessions are shorter than promotions.
  const signInTeacher = () => signIn(fixture.teacher);
  const page = async (path = "/profile/promotions") => app.get(path, { as: await signInTeacher() });
  const read = async (path?: string) => readText(await page(path));
  return { ...fixture, by, signInTeacher, page, read };
}

test("GET /profile/promotions redirects a visitor to sign-in, and shows what can be promoted, and the prices", async () => {
  const { teacher, id, page, read } = await createPageFixture();
  const paused = await createListing(teacher, { state: "paused", title: "Fizică pe înțeles" });
  expect((await app.get("/profile/promotions")).headers.get("location")).toBe(
    "/sign-in?next=/profile/promotions",
  );
  const text = await read();
  expect(text).toContain("Nothing promoted yet");
  expect(text).toMatch(
    /7 days in the results 19 lei .*Matematică pe înțeles Promote .*Fizică pe înțeles It is paused/,
  );
  const html = await (await page()).text();
  expect(html).toContain(`href="/tutoring/${id}/promote"`);
  expect(html).not.toContain(`href="/tutoring/${paused.id}/promote"`);
  expect(html).toContain(`href="/profile/listings#${paused.id}"`);
  const learner = await createUser();
  expect(await readText(await app.get("/profile/promotions", { as: learner }))).toContain(
    "Promotions are for teachers",
  );
});

test("GET /profile/promotions compares the performance with the same number of days before, and shows the cost per message", async () => {
  const { id, by, read, page } = await createPageFixture();
  const { now } = app.clock;
  const order = await createOrder(by, { createdTs: now - 3 * DAY_MS, refundedAmount: 400 });
  await createPromotion(order, { startsTs: now - 3 * DAY_MS });
  await recordEvents({ id }, { promoted_impression: 120, view: 30, enquiry: 4 }, now - 2 * DAY_MS);
  await recordEvents({ id }, { view: 6, enquiry: 1 }, now);
  // Four days are counted, and the four days before the first of them.
  await recordEvents({ id }, { view: 20, enquiry: 2 }, now - 7 * DAY_MS);
  await recordEvents({ id }, { view: 999 }, now - 8 * DAY_MS);

  const text = await read();
  expectText(
    text,
    "Now and next Promoted in the results, 7 days Matematică pe înțeles 19 lei",
    "4 days left, until Nov 24, 2026",
    "Promoted now",
  );
  expect(text).toMatch(/Promoted impressions 120 Views 36 \+16 .*Messages 5 \+3 .*Cost per message 3 lei/);
  expect((await page()).headers.get("cache-control")).toContain("no-store");

  const ownPage = await read(`/profile/promotions/${order.id}`);
  expectText(ownPage, "Views 36 +16 (80% more)", "Nov 17 – 20, 2026, compared with Nov 13 – 16, 2026.");
  expect(ownPage).not.toContain("promoted in part of that time");
});

test("GET /profile/promotions counts no message from before the start or after the end", async () => {
  const { id, teacher, by, read } = await createPageFixture();
  const { now } = app.clock;
  const order = await createOrder(by, { createdTs: now - DAY_MS });
  await createPromotion(order, { startsTs: now - DAY_MS, stoppedTs: now - 1000 });
  const sendEnquiry = async (createdTs: number) => {
    await db.insert(enquiries).values({
      id: newId(),
      listingId: id,
      teacherId: teacher.id,
      state: "new",
      createdTs,
      lastMessageTs: createdTs,
    });
    await recordEvents({ id }, { enquiry: 1 }, createdTs);
  };
  await sendEnquiry(now - DAY_MS - 1);
  await sendEnquiry(now);
  expect(await read()).toMatch(
    /Messages 0 .*Cost per message — No messages.*only from the start of the promotion/,
  );
  await sendEnquiry(now - DAY_MS);
  expect(await read()).toMatch(/Messages 1 .*Cost per message 19 lei/);
});

test("GET /profile/promotions counts until a promotion was stopped, and shows no numbers before its start", async () => {
  const { id, by, read } = await createPageFixture();
  const { now } = app.clock;
  const stopped = await createOrder(by, { createdTs: now - 10 * DAY_MS });
  await createPromotion(stopped, { startsTs: now - 10 * DAY_MS, stoppedTs: now - 8 * DAY_MS });
  const next = await createOrder(by, { createdTs: now - 9 * DAY_MS });
  await createPromotion(next, { startsTs: now + DAY_MS });
  await recordEvents({ id }, { view: 11 }, now - 9 * DAY_MS);
  await recordEvents({ id }, { view: 500 }, now - 5 * DAY_MS);
  expect(await read(`/profile/promotions/${stopped.id}`)).toContain("Views 11 +11 (none before)");
  const text = await read(`/profile/promotions/${next.id}`);
  expect(text).toContain("Scheduled");
  expect(text).not.toContain("Results");
});

test("GET /profile/promotions pages through ended promotions and keeps running ones on the first page", async () => {
  const { by, page } = await createPageFixture();
  const { now } = app.clock;
  const running = await createOrder(by, { createdTs: now - 100 * DAY_MS });
  await createPromotion(running, { startsTs: now - DAY_MS });
  const past: string[] = [];
  for (let n = 0; n < 45; n++) {
    const { id } = await createOrder(by, { state: "expired", paidTs: null, createdTs: now - n });
    past.push(id);
  }
  const seen: string[][] = [];
  const linked = (html: string, rel: string) =>
    html.match(new RegExp(`rel="${rel}" href="([^"]+)"`))?.[1]?.replaceAll("&amp;", "&");
  const ids = (html: string) =>
    [...html.matchAll(/entry__title"><a href="\/profile\/promotions\/(\w+)"/g)].map(([, id]) => id ?? "");
  let html = await (await page()).text();
  for (;;) {
    seen.push(ids(html));
    const next = linked(html, "next");
    if (!next) break;
    html = await (await page(next)).text();
  }
  expect(seen).toEqual([[running.id, ...past.slice(0, 20)], past.slice(20, 40), past.slice(40)]);
  html = await (await page(linked(html, "prev") ?? "")).text();
  expect(ids(html)).toEqual(past.slice(20, 40));
  html = await (await page(linked(html, "prev") ?? "")).text();
  expect(ids(html)).toEqual(seen[0]);
  expect(linked(html, "prev")).toBeUndefined();
});

test("GET /profile/promotions/{id} returns 404 for another user, for an admin, and for an unknown order", async () => {
  const { by } = await createPageFixture();
  const order = await createOrder(by);
  for (const person of [await createTeacher(), await createAdmin()]) {
    for (const id of [order.id, newId(), "nonsense"]) {
      await expectStatus(app.get(`/profile/promotions/${id}`, { as: person }), 404);
      await expectStatus(app.post(`/profile/promotions/${id}/withdraw`, { as: person }), 404);
    }
  }
});

test("an order that can be withdrawn leads to the withdrawal; its history shows it afterwards", async () => {
  const { id, signInTeacher, read, buy } = await createPageFixture();
  await buy();
  const [row] = await listOrders(id);
  const orderId = row?.id ?? "";
  app.clock.now += 2 * DAY_MS;
  // The third of seven days has begun: four are left.
  for (const html of [await read(), await read(paths.ownOrder(orderId))]) {
    expect(html).toContain("Withdraw and get 10.86 lei back");
  }
  await expectRedirect(
    app.post(paths.withdrawOrder(orderId), { as: await signInTeacher() }),
    paths.withdrawOrder(orderId),
  );
  const text = await read(paths.ownOrder(orderId));
  expect(text).toContain("Withdrawn from Nov 20, 2026, 11:00 AM until Nov 22, 2026, 11:00 AM");
  expect(text).not.toContain("Withdraw and get");
  // The actual period of the promotion, not the planned one.
  expect(text).toContain("Promoted until Nov 22, 2026, 11:00 AM Documents");
  expect(text).toMatch(/The promotion began .* You withdrew .* 10.86 lei .* The promotion stopped/);
});

test("the promotion of a deleted listing has stopped, and its days are counted until then", async () => {
  const { id, signInTeacher, read, buy } = await createPageFixture();
  await buy();
  const [row] = await listOrders(id);
  const orderId = row?.id ?? "";
  app.clock.now += 2 * DAY_MS;
  const readOwn = () => read(paths.ownListings());
  expect(await readOwn()).toMatch(/Matematică pe înțeles (?!.*listing is hidden).* Promoted Published/);
  await updateRow(listings, id, { state: "paused" });
  expect(await readOwn()).toMatch(/promotion is running, but the listing is hidden(?!.* Promoted Paused)/);
  await updateRow(listings, id, { state: "deleted", deletedTs: app.clock.now });
  // After the planned end, too: the promotion was not rendered in full.
  for (const days of [1, 7]) {
    app.clock.now += days * DAY_MS;
    const list = await read();
    expect(list).toContain("Withdraw and get 10.86 lei back Listing deleted");
    expect(list).not.toContain("Now and next");
    expectText(
      await read(paths.ownOrder(orderId)),
      "Listing deleted from Nov 20, 2026, 11:00 AM until Nov 22, 2026, 11:00 AM The listing was deleted, and the promotion stopped. You can withdraw from the contract until the end of Dec 4, 2026 and get 10.86 lei back.",
      "The promotion stopped Nov 22, 2026, 11:00 AM",
    );
  }
  const admin = await createAdmin();
  expect(await readText(await app.get(paths.adminOrder(orderId), { as: admin }))).toMatch(
    /Stopped, listing deleted\S* Nov 22, 2026/,
  );
  await expectRedirect(
    app.post(paths.withdrawOrder(orderId), { as: await signInTeacher() }),
    paths.withdrawOrder(orderId),
  );
  expect(await listOrders(id)).toMatchObject([{ withdrawnTs: app.clock.now, refundedAmount: 1086 }]);
});
