import { beforeAll, describe, expect, it } from "vitest";
import type { ListingPageJson } from "@/features/search/api";
import { app, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

beforeAll(async () => {
  const teacher = await createTeacher();
  for (let n = 0; n < 25; n++) {
    await createListing(teacher, {
      subject: n < 23 ? "m" : "p",
      title: `Anunț ${n}`,
      price: 5000 + n * 100,
      publishedTs: app.clock.now - n * 1000,
      latitude: 46.76912345,
      longitude: 23.58998765,
    });
  }
  await createListing(teacher, { title: "Retras", state: "paused" });
});

async function find(query: string): Promise<ListingPageJson> {
  const answer = await expectStatus(app.get(`/api/listings${query}`), 200);
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return (await answer.json()) as ListingPageJson;
}
const titles = ({ content }: ListingPageJson) => content.map(({ title }) => title);

describe("GET /api/listings", () => {
  it("returns a page of public listings, newest first, with total and cursors", async () => {
    const first = await find("");
    expect(first).toMatchObject({ promoted: [], previous: null, total: 25 });
    expect(titles(first)).toEqual([...Array(20).keys()].map((n) => `Anunț ${n}`));
    const second = await find(`?after=${first.next}`);
    expect(titles(second)).toEqual([20, 21, 22, 23, 24].map((n) => `Anunț ${n}`));
    expect(second.next).toBeNull();
    expect(titles(await find(`?before=${second.previous}`))).toEqual(titles(first));
  });

  it("contains neither the exact point nor contact data", async () => {
    const text = await app.read("/api/listings");
    expect(text).toContain('"point":{"latitude":46.77,"longitude":23.59}');
    for (const secret of ["46.7691", "23.5899", "712345678", "@example.test", "state_note"]) {
      expect(text).not.toContain(secret);
    }
  });
});
