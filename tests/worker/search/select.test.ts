import { expect, test } from "vitest";
import { paths } from "@/shared/paths";
import { app } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const QUERY = { subject: "la", county: "tl" };

test("GET /tutoring links to the list with checkboxes, if there are results", async () => {
  const empty = await app.read(paths.listings({ ...QUERY, min: 998_000 }));
  expect(empty).not.toContain("Write to several teachers");
  const listing = await createListing(await createTeacher(), { subject: "la", county: "tl" });
  const page = await app.read(paths.listings(QUERY));
  expect(page).toContain(
    `href="${paths.listings({ ...QUERY, select: true })}" rel="nofollow"`.replaceAll("&", "&amp;"),
  );
  expect(page).not.toContain(`value="${listing.id}"`);
});

test("GET /tutoring?select=1 has a checkbox for each listing, of the form that opens the message; not indexed", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher, {
    subject: "la",
    county: "tl",
    title: "Latină & <b>greacă</b>",
  });
  const answer = await app.get(paths.listings({ ...QUERY, select: true }));
  const page = await answer.text();
  expect(page).toContain('name="robots" content="noindex');
  expect(page).toContain(
    `<form id="selection" class="selection-bar" action="${paths.enquireSeveral()}" method="get">`,
  );
  expect(page).toContain(
    `<input type="checkbox" form="selection" name="listing_ids" value="${listing.id}"/>`,
  );
  expect(page).toContain(
    'Select<span class="visually-hidden">: Latină &amp; &lt;b&gt;greacă&lt;/b&gt;</span>',
  );
  // A change of the filters keeps the checkboxes.
  expect(page).toContain('<input type="hidden" name="select" value="1"/>');
  expect(page).toContain(`href="${paths.listings({ county: "tl", select: true })}"`.replaceAll("&", "&amp;"));
  expect(page).toContain(`class="active-filters__clear" href="${paths.listings({ select: true })}"`);
});
