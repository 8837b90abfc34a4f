import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, paymentEvents, reconciliations } from "@/db/schema";
import { saveEventResult } from "@/features/promotions/stripe-events/event-inbox";
import { PAYMENT_ALERTS, PAYMENT_OUTCOMES } from "@/shared/codes";
import { newId } from "@/shared/ids";
import { createTestApp, db } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { signIn } from "../../helpers/factories";
import { createJobContext } from "../../helpers/promotion-fixture";
import { createPaymentsFixture, listLinkedIds, type PaymentsFixture, readAllPages } from "./payments-fixture";

let fixture: PaymentsFixture;

beforeEach(async () => {
  await db.delete(paymentEvents);
  await db.delete(reconciliations);
  fixture = await createPaymentsFixture();
});

describe("GET /admin/events", () => {
  it("lists events that need review, newest first; a filter lists any outcome", async () => {
    const insertedEvents: Record<string, string> = {};
    for (const outcome of PAYMENT_OUTCOMES)
      insertedEvents[outcome] = await fixture.event({ outcome, detail: `about ${outcome}` });
    const html = await fixture.page("/admin/events");
    expect(listLinkedIds(html, "events")).toEqual(
      PAYMENT_ALERTS.map((outcome) => insertedEvents[outcome]).toReversed(),
    );
    expect(html).toContain("about mismatch");
    for (const outcome of PAYMENT_OUTCOMES) {
      expect(listLinkedIds(await fixture.page(`/admin/events?show=${outcome}`), "events")).toEqual([
        insertedEvents[outcome],
      ]);
    }
    expect(listLinkedIds(await fixture.page("/admin/events?show=all"), "events")).toHaveLength(
      PAYMENT_OUTCOMES.length,
    );
    expect(listLinkedIds(await fixture.page("/admin/events?show=nonsense"), "events")).toHaveLength(
      PAYMENT_ALERTS.length,
    );
  });

  it("pages through several outcomes together, each event once", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 45; n++) {
      ids.unshift(await fixture.event({ outcome: PAYMENT_OUTCOMES[n % 6] ?? "applied" }));
    }
    const all = await readAllPages(fixture.page, "/admin/events?show=all", "events");
    expect(all.flat()).toEqual(ids);
    expect(all.map((page) => page.length)).toEqual([20, 20, 5]);
    const attention = await readAllPages(fixture.page, "/admin/events", "events");
    expect(attention.flat()).toEqual(ids.filter((_, n) => (44 - n) % 6 > 1));
  });

  it("reads a few rows of each outcome, however many events there are", async () => {
    await fixture.event({ outcome: "mismatch" });
    await db.run(sql`
      insert into payment_events (id, type, created_ts, received_ts, outcome, detail, payload)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 4000)
      select 'evt_' || n, 'charge.refunded', n, n, iif(n % 9, 'applied', 'unknown_order'), '', '{}' from numbers`);
    // Events marked as seen add no reads.
    await db.run(sql`
      update payment_events set seen_ts = 1 where outcome = 'unknown_order' and created_ts > 200`);
    const { db: counted, ledger } = createCountingDb(fixture.app.bindings.DB as never);
    const app = createTestApp({ DB: counted as never });
    for (const query of [
      "",
      "?show=all",
      "?show=mismatch",
      "?show=applied",
      "?after=2000",
      "?show=unknown_order",
      "?q=evt_7",
    ]) {
      ledger.clear();
      await app.get(`/admin/events${query}`, { as: fixture.as });
      const read = ledger.statements.find((statement) =>
        /from "payment_events"/.test(statement.sql),
      )?.rowsRead;
      expect([query, read]).toEqual([query, expect.any(Number)]);
      expect(read, query).toBeLessThan(120);
    }
    ledger.clear();
    await app.get("/admin", { as: fixture.as });
    const counting = ledger.statements.find((statement) => /from "payment_events"/.test(statement.sql));
    expect(counting?.rowsRead).toBeLessThan(120);
  });

  it("finds an event by its id, and the events of an order with any outcome", async () => {
    const orderId = newId();
    const [first, second] = [
      await fixture.event({ orderId }),
      await fixture.event({ orderId, outcome: "ignored" }),
    ];
    await fixture.event();
    expect(listLinkedIds(await fixture.page(`/admin/events?q=${first}`), "events")).toEqual([first]);
    expect(
      listLinkedIds(await fixture.page(`/admin/events?q=%20${orderId.toUpperCase()}`), "events"),
    ).toEqual([second, first]);
    expect(listLinkedIds(await fixture.page(`/admin/events?q=${orderId}&show=ignored`), "events")).toEqual([
      second,
    ]);
    expect(await fixture.page("/admin/events?q=nonsense")).toContain("No events found");
  });
});

describe("GET /admin/events/{id}", () => {
  it("shows the payload as Stripe sent it", async () => {
    const id = await fixture.event({ outcome: "failed", detail: "D1_ERROR: <b>busy</b>", orderId: newId() });
    const html = await fixture.page(`/admin/events/${id}`);
    for (const part of ["&quot;object&quot;", "D1_ERROR: &lt;b&gt;busy&lt;/b&gt;", "Processing failed"]) {
      expect(html).toContain(part);
    }
    const broken = await fixture.event({ payload: "{<script>" });
    expect(await fixture.page(`/admin/events/${broken}`)).toContain("{&lt;script&gt;");
  });

  it("returns 404 for an unknown event", async () => {
    expect((await fixture.app.get("/admin/events/evt_none", { as: fixture.as })).status).toBe(404);
  });
});

describe("POST /admin/events/{id}/seen", () => {
  const send = (id: string, mark: string, form = {}, as = fixture.as) =>
    fixture.app.post(`/admin/events/${id}/${mark}`, { as, form });
  const listAuditEvents = (id: string) =>
    db
      .select({ action: auditLog.action, actorId: auditLog.actorId, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.subject, `event:${id}`));
  const waiting = async () => listLinkedIds(await fixture.page("/admin/events"), "events");
  const counted = async () => (await fixture.page("/admin")).match(/"\/admin\/events">(\d+)</)?.[1];

  it("removes an event from those that need review and keeps the note; a repeat does nothing", async () => {
    const [id, other] = [
      await fixture.event({ outcome: "mismatch" }),
      await fixture.event({ outcome: "failed" }),
    ];
    expect([await waiting(), await counted()]).toEqual([[other, id], "2"]);
    const form = { outcome: "mismatch", note: "Paid by <bank>\r\nin two parts" };
    const answers = await Promise.all([send(id, "seen", form), send(id, "seen", form)]);
    expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual([
      [303, "/admin/events?done=seen"],
      [303, "/admin/events?done=seen"],
    ]);
    expect([await waiting(), await counted()]).toEqual([[other], "1"]);
    expect(await fixture.page("/ro/admin/events?done=seen")).toContain("marcat ca verificat");
    expect(await listAuditEvents(id)).toEqual([
      {
        action: "event.marked_seen",
        actorId: fixture.admin.id,
        detail: { note: "Paid by <bank>\nin two parts" },
      },
    ]);
    const html = await fixture.page(`/admin/events/${id}`);
    for (const part of ["Marked as seen", "Paid by &lt;bank&gt;", "Olga Admin"]) expect(html).toContain(part);
    expect(html).not.toContain(`action="/admin/events/${id}/seen"`);
    const mismatches = await fixture.page("/admin/events?show=mismatch");
    expect(listLinkedIds(mismatches, "events")).toEqual([id]);
    expect(mismatches).toContain(">Seen<");

    expect((await send(id, "unseen")).headers.get("location")).toBe(`/admin/events/${id}`);
    await send(id, "unseen");
    expect([await waiting(), await counted()]).toEqual([[other, id], "2"]);
    expect((await listAuditEvents(id)).map(({ action }) => action).sort()).toEqual([
      "event.marked_seen",
      "event.marked_unseen",
    ]);
  });

  it("the event needs review again after another outcome, and stays seen after the same one", async () => {
    const ctx = { ...createJobContext(fixture), now: fixture.app.clock.now };
    const id = await fixture.event({ outcome: "failed", detail: "D1_ERROR: busy" });
    await send(id, "seen", { outcome: "failed", note: "" });
    const event = {
      id,
      type: "checkout.session.completed",
      createdTs: 0,
      checkoutSessionId: null,
      payload: "{}",
    };
    await saveEventResult(ctx, event, { outcome: "failed", detail: "D1_ERROR: busy" });
    expect(await waiting()).toEqual([]);
    await saveEventResult(ctx, event, { outcome: "mismatch", detail: "another amount" });
    expect(await waiting()).toEqual([id]);
  });

  it("returns 409 and keeps the note when the outcome differs from the page; 422 for a long note", async () => {
    const id = await fixture.event({ outcome: "mismatch" });
    const stale = await send(id, "seen", { outcome: "failed", note: "A bank <holiday>" });
    expect(stale.status).toBe(409);
    expect(await stale.text()).toContain("A bank &lt;holiday&gt;</textarea>");
    const long = await send(id, "seen", { outcome: "mismatch", note: "a".repeat(501) });
    expect(long.status).toBe(422);
    expect(await long.text()).toContain('href="#field-note"');
    expect([await waiting(), await listAuditEvents(id)]).toEqual([[id], []]);
  });

  it("does nothing to an event that needs no review; 404 for an unknown event; admins only", async () => {
    const id = await fixture.event();
    expect((await send(id, "seen", { outcome: "applied", note: "" })).status).toBe(303);
    expect(await fixture.page(`/admin/events/${id}`)).not.toContain("/seen");
    expect(await listAuditEvents(id)).toEqual([]);
    const as = await signIn(fixture.app, fixture.owner);
    for (const mark of ["seen", "unseen"]) {
      expect((await send("evt_none", mark, { outcome: "alert" })).status).toBe(404);
      expect((await send(id, mark, { outcome: "applied" }, as)).headers.get("location")).toBe("/");
      expect(
        (await fixture.app.get(`/admin/events/${id}/${mark}`, { as: fixture.as })).headers.get("location"),
      ).toBe(`/admin/events/${id}`);
    }
  });
});

describe("GET /admin/reconciliations", () => {
  it("lists corrections, newest first, with links to what was corrected", async () => {
    const orderId = newId();
    await fixture.run({ ts: 1000 });
    await fixture.run({
      job: "events",
      outcomes: [
        { id: orderId, outcome: "unknown_order" },
        { id: "evt_1", outcome: "applied" },
      ],
    });
    const html = await fixture.page("/admin/reconciliations");
    expect(html.indexOf("Missed events")).toBeLessThan(html.indexOf("Overdue orders"));
    expect(html).toContain(`href="/admin/orders?q=${orderId}"`);
    expect(html).toContain('href="/admin/events/evt_1"');
    for (const part of ["3 checked", "2 corrected", "1 unresolved", "Unknown order", "Change made"])
      expect(html).toContain(part);
    expect(await fixture.page("/ro/admin/reconciliations")).toContain("Corectate: 2");
  });

  it("pages through all corrections, and says when there are none", async () => {
    expect(await fixture.page("/admin/reconciliations")).toContain("No corrections were needed");
    for (let n = 0; n < 41; n++) await fixture.run({ ts: Math.floor(n / 2) });
    const times = (html: string) => html.match(/entry__title/g)?.length;
    const first = await fixture.page("/admin/reconciliations");
    const second = await fixture.page(first.match(/rel="next" href="([^"]+)"/)?.[1] ?? "");
    const third = await fixture.page(second.match(/rel="next" href="([^"]+)"/)?.[1] ?? "");
    expect([first, second, third].map(times)).toEqual([20, 20, 1]);
  });
});

describe("GET /admin", () => {
  it("counts events that need review, disputed orders and pending refunds, with links to each", async () => {
    await fixture.event({ outcome: "mismatch" });
    await fixture.event();
    const id = await fixture.order({ state: "disputed" });
    await fixture.refund(id, { state: "pending" });
    const html = await fixture.page("/admin");
    expect(html).toMatch(/<a href="\/admin\/events">1<\/a>/);
    expect(html).toMatch(/<a href="\/admin\/orders\?state=disputed">1<\/a>/);
    expect(html).toMatch(/Refunds being sent to Stripe<\/dt><dd[^>]*>1</);
  });
});
