import { beforeAll, describe, expect, it } from "vitest";
import { storeSearchWords } from "@/features/search/correction/refresh-search-words";
import { db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";

beforeAll(async () => {
  const teacher = await createTeacher();
  await createListing(teacher, { title: "Certificate Cambridge", subject: "en", county: "cj" });
  for (let n = 0; n < 6; n++) await createListing(teacher, { title: "Chitară", subject: "mu" });
  await storeSearchWords({ db });
});

async function readHeading(path: string) {
  const html = await openPage(path);
  expect(html.match(/<title>([^<]*) \| Catedra<\/title>/)?.[1]).toBe(html.match(/<h1>([^<]*)<\/h1>/)?.[1]);
  return html.match(/<h1>([^<]*)<\/h1>/)?.[1];
}

describe("heading and title of GET /tutoring", () => {
  it.each([
    ["/ro/tutoring?q=Cambridge", "Rezultate pentru „Cambridge”"],
    ["/tutoring?q=engleza+cluj+Cambridge", "Results for “engleza cluj Cambridge”"],
    ["/ro/tutoring?q=mate+en+viii+cluj", "Meditații la matematică pentru Evaluarea Națională în Cluj"],
    ["/ro/tutoring?q=mate+engleza+cluj", "Meditații la matematică și engleză în Cluj"],
    ["/tutoring?subject=m&subject=en", "Mathematics and English tutors"],
    // The title of the list says the same.
    ["/tutoring?q=mate+cluj", "Mathematics tutors in Cluj"],
    ["/tutoring?subject=en&level=h", "English tutors for high school"],
  ])("%s: %s", async (path, heading) => {
    expect(await readHeading(path)).toBe(heading);
  });

  it("have the corrected words, next to the notice", async () => {
    const path = "/tutoring?q=chitra";
    expect(await readHeading(path)).toBe("Results for “chitara”");
    expect(await openPage(path)).toContain("Search for “chitra” instead");
    expect(await readHeading(`${path}&exact=1`)).toBe("Results for “chitra”");
  });
});
