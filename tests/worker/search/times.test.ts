import { describe, expect, it } from "vitest";
import { app } from "../../helpers/app";

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
});
