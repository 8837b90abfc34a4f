import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createUser } from "../../helpers/factories";
import { createBearer } from "../../helpers/storage-fixture";
import { createApiClient } from "../listings/listing-api";
import { createAlertRow } from "./create-alert-row";
import { countFilters, createAlertSetup, listStoredAlerts, newAddress, postAlert } from "./setup";

let user: Awaited<ReturnType<typeof createAlertSetup>>["user"];
let as: Awaited<ReturnType<typeof createAlertSetup>>["as"];

beforeEach(async () => {
  ({ user, as } = await createAlertSetup());
});

describe("POST /alerts with an account", () => {
  it("creates the alert of the list in one press: canonical filters without the sort order", async () => {
    const list = await app.read("/tutoring?subject=m&county=cj&sort=price", { as });
    const filters = list.match(/name="filters" value="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    await expectRedirect(postAlert({ filters }, { as }), "/alerts?done=created");
    expect(await listStoredAlerts(user)).toMatchObject([
      {
        userId: user.id,
        email: null,
        frequency: "daily",
        confirmedTs: app.clock.now,
        openedTs: app.clock.now,
        pausedTs: null,
      },
    ]);
    const queries = await db.all<{ query: string }>(sql`select query from alert_filters`);
    expect(queries.map(({ query }) => [...new URLSearchParams(query)].toSorted().join("&"))).toContain(
      "county,cj&subject,m",
    );
    const page = await app.read("/alerts?done=created", { as });
    expectText(page, "Your alert has started", "Mathematics, Cluj");
  });

  it("keeps one alert for the same filters, also when they are sent in parallel and in another order", async () => {
    const filters = ["subject=m&county=cj", "county=cj&subject=m", "county=cj&subject=m&sort=price&x=1"];
    await Promise.all(filters.map((query) => postAlert({ filters: query }, { as })));
    expect(await listStoredAlerts(user)).toHaveLength(1);
  });

  it("resumes the paused alert with the same filters, which the page calls started", async () => {
    await postAlert({}, { as });
    const [alert] = await listStoredAlerts(user);
    await app.post(paths.alertAction(alert?.id ?? "", "pause"), { as, form: {} });
    expect(await listStoredAlerts(user)).toMatchObject([{ pausedTs: app.clock.now }]);
    await expectStatus(postAlert({}, { as }), 303);
    expect(await listStoredAlerts(user)).toMatchObject([{ id: alert?.id, pausedTs: null }]);
  });

  it("refuses the 21st alert with 409, also in parallel, and stores no filters for it", async () => {
    const post = (max: number) => postAlert({ filters: `max=${max}` }, { as });
    for (let n = 1; n <= 18; n++) await createAlertRow(`max=${n}`, { now: app.clock.now, userId: user.id });
    const before = await countFilters();
    const answers = await Promise.all([19, 20, 21, 22].map(post));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409, 409]);
    expect(await listStoredAlerts(user)).toHaveLength(20);
    expect(await countFilters()).toBe(before + 2);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.text()).toContain("There are already 20 alerts");
  });

  it("refuses an unverified address", async () => {
    const unverified = await createUser({ email: newAddress(), emailVerifiedTs: null });
    expect(await expectPage(postAlert({}, { as: unverified }), 403)).toContain(
      "confirm your email address first",
    );
    expect(await listStoredAlerts(unverified)).toEqual([]);
  });
});

it("the form on the list is a button on lists with and without results; the next page asks guests for the address", async () => {
  for (const path of ["/tutoring", "/tutoring?subject=la&county=tl&min=400"]) {
    const guests = await app.read(path);
    expect(guests).toContain('action="/alerts"');
    expect(guests).not.toContain('name="frequency"');
    const users = await app.read(path, { as });
    expectText(users, 'action="/alerts"', 'name="frequency"');
  }
  expect(
    await expectPage(app.post(paths.alerts(), { form: { filters: "subject=la&county=tl" } }), 200),
  ).toMatch(/name="filters" value="subject=la&amp;county=tl".*type="email"/s);
  expect(await app.read("/ro/tutoring")).toContain('action="/ro/alerts"');
});

describe("phrases of a new alert's words", () => {
  const understood = { q: "xyzzy", subject: ["m"], county: "cj", max: 100 };
  const create = async (body: object) => {
    const request = createApiClient();
    const call = { frequency: "daily", ...body };
    const answer = await request(await createBearer(user), "POST", paths.apiAlerts(), call);
    return ((await answer.json()) as { content: { filters: object } }).content.filters;
  };
  const listQueries = async () =>
    (await db.all<{ query: string }>(sql`select query from alert_filters`)).map(({ query }) =>
      Object.fromEntries(new URLSearchParams(query)),
    );

  it("become filters, as of a list, in JSON and in the form", async () => {
    expect(await create({ filters: { q: "mate xyzzy cluj sub 100" } })).toEqual(understood);
    await expectStatus(postAlert({ filters: "q=mate+xyzzy+cluj+sub+100" }, { as }), 303);
    expect(await listStoredAlerts(user)).toHaveLength(1);
  });

  it("are those of the list: a list without Cluj makes no alert for Brașov", async () => {
    const list = await app.read("/tutoring?q=brasov&subject=m&exact=1", { as });
    const filters = list.match(/name="filters" value="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    await postAlert({ filters }, { as });
    expect(await listQueries()).toContainEqual({ q: "brasov", subject: "m" });
  });
});
