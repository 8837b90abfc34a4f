import { expect, it } from "vitest";
import { promotions } from "@/db/schema";
import { formatLocalTime } from "@/shared/dates";
import { app, expectPage, expectRedirect, expectText } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, listRows } from "../../helpers/factories";
import { promote } from "../../helpers/promote";

const DAY_MS = 86_400_000;

it("previews an outage credit, keeps what is typed, and credits what was previewed once", async () => {
  const { now } = app.clock;
  const listing = await createListing(await createTeacher(), { title: "Chimie cu experimente" });
  const as = await createAdmin();
  const post = (values: Record<string, string>) => {
    const form = { from: formatLocalTime(now - DAY_MS), to: formatLocalTime(now), days: "2", ...values };
    return app.post("/admin/orders/credit", { as, form: { reason: "Pană de curent", ...form } });
  };
  expect(await expectPage(post({}), 200)).toContain("No promotion ran between these times.");
  await promote(listing);
  const wrong = await expectPage(post({ from: "ieri", to: "", reason: "x" }), 422);
  expectText(wrong, 'value="ieri"', "This is not a date and time.");
  const preview = await expectPage(post({ from: new Date(now - DAY_MS).toISOString() }), 200);
  expectText(preview, "Credit 1 promotion", "Chimie cu experimente");
  const find = async () => (await listRows(promotions, { listingId: listing.id }))[0]?.endsTs;
  expect(await find()).toBe(now + 7 * DAY_MS);
  expect(await expectPage(post({ step: "change" }), 200)).toContain("Show what changes");

  const key = preview.match(/name="key" value="([^"]+)"/)?.[1] ?? "";
  for (let n = 0; n < 2; n++) {
    const url = "/admin/orders/credit?done=1";
    await expectRedirect(post({ step: "confirm", key }), url);
    expect(await expectPage(app.get(url, { as }), 200)).toContain("1 promotion has the days");
    expect(await find()).toBe(now + 9 * DAY_MS);
  }
});
