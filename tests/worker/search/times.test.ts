import { beforeEach, describe, expect, it } from "vitest";
import { createTestApp, expectStatus, type TestApp } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";
import { createBearer } from "../../helpers/storage-fixture";
import { createApiClient } from "../listings/listing-api";

let app: TestApp;
let teacher: Awaited<ReturnType<typeof createTeacher>>;

beforeEach(async () => {
  app = createTestApp();
  teacher = await createTeacher(app);
});

const WEEKDAY_EVENINGS = ["1e", "2e", "3e", "4e", "5e"];
const toQuery = (slots: readonly string[]) => slots.map((slot) => `when=${slot}`).join("&");
const getPage = async (path: string) => (await app.get(path)).text();
/** The labels of the active filters, and the searches without each. */
const listChips = (html: string) =>
  [...html.matchAll(/<a class="chip" href="([^"]*)"[^>]*>.*?<\/span>\s*(.*?)<\/a>/g)].map(
    ([, href = "", label]) => [label, href.replaceAll("&amp;", "&")],
  );
const listTicked = (html: string) =>
  (html.match(/<input[^>]*name="when"[^>]*>/g) ?? [])
    .filter((input) => /\bchecked\b/.test(input))
    .map((input) => input.match(/value="([^"]*)"/)?.[1]);

describe("GET /tutoring?when", () => {
  it("shows complete groups of times as one filter, and removes them together", async () => {
    const html = await getPage(`/tutoring?${toQuery([...WEEKDAY_EVENINGS, "6m"])}&format=group`);
    expect(listChips(html)).toEqual([
      ["Group lessons", "/tutoring?when=weekday_evenings&when=6m"],
      ["Weekday evenings", "/tutoring?format=group&when=6m"],
      ["Saturday morning", "/tutoring?format=group&when=weekday_evenings"],
    ]);
    expect(listTicked(html)).toEqual(["weekday_evenings", "6m"]);
  });

  it.each([
    ["/tutoring?when=weekend", ["Weekend"]],
    [`/tutoring?${toQuery([...WEEKDAY_EVENINGS, "6e", "7e"])}`, ["Evenings"]],
    ["/ro/tutoring?when=weekday_mornings&when=6m&when=6a&when=6e", ["Luni–vineri dimineața", "Sâmbătă"]],
    ["/tutoring?when=9x&when=weekdays&when=", []],
  ])("%s names %j", async (path, labels) => {
    expect(listChips(await getPage(path)).map(([label]) => label)).toEqual(labels);
  });

  it("offers the days in the order of the language", async () => {
    const listDays = async (path: string) =>
      [...(await getPage(path)).matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, day]) => day);
    expect((await listDays("/tutoring"))[0]).toBe("Sunday");
    expect((await listDays("/ro/tutoring"))[0]).toBe("luni");
  });
});

it("an alert returns its times one by one", async () => {
  const request = createApiClient(app);
  const bearer = await createBearer(app, teacher);
  const filters = { subject: ["la"], when: WEEKDAY_EVENINGS, format: ["group"], trial: true };
  const answer = await expectStatus(
    request(bearer, "POST", "/api/alerts", { filters, frequency: "daily" }),
    201,
  );
  expect(await answer.json()).toMatchObject({ content: { filters } });
});
