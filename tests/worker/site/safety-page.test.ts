import { expect, test } from "vitest";
import { paths } from "@/shared/paths";
import { type Actor, app, expectText } from "../../helpers/app";
import { createParticipants, findListingEnquiry, write } from "../enquiries/participants";

const read = async (path: string, as?: Actor) => (await app.get(path, as ? { as } : {})).text();
const findMain = (html: string) => html.match(/<main.*<\/main>/s)?.[0] ?? "";

test.each([
  ["/safety", "Safe lessons", "Law 118/2019", "but not their identity card", "for children and adults"],
  [
    "/ro/safety",
    "Lecții în siguranță",
    "Legea 118/2019",
    "nu și actul de identitate",
    "pentru copii și adulți",
  ],
])(
  "%s says what is checked and what is not, and leads to help and to checked documents",
  async (path, title, ...texts) => {
    const html = await read(path);
    expect(html).toContain(`<title>${title} |`);
    expect(html).toMatch(/<meta name="description" content="[^"]{100,160}"/);
    const main = findMain(html);
    expect(main.match(/<h2/g)).toHaveLength(4);
    for (const text of texts) expect(main).toContain(text);
    for (const number of ["112", "119"]) expect(main).toContain(`<a href="tel:${number}">${number}</a>`);
    for (const filter of ["verified", "integrity"])
      expect(main).toMatch(new RegExp(`href="[^"]*/tutoring\\?${filter}=1"`));
  },
);

test("forms to write to teachers and conversations link to /safety, conversations of both sides to the report", async () => {
  const { listing, asLearner, asTeacher } = await createParticipants();
  const link = 'href="/safety"';
  const findForm = (html: string) => html.match(/<form [^>]*action="[^"]*\/enquiries".*?<\/form>/s)?.[0];
  expect(findForm(await read(paths.listing(listing.id)))).toContain(link);
  expect(findMain(await read(paths.enquireSeveral({ listing_ids: listing.id })))).toContain(link);

  await write(listing.id, asLearner, "Bună ziua");
  const conversationId = (await findListingEnquiry(listing.id))?.id ?? "";
  const conversation = paths.enquiry(conversationId);
  const learners = findMain(await read(conversation, asLearner));
  expectText(learners, link, `href="${paths.reportEnquiry(conversationId)}"`);
  const teachers = findMain(await read(conversation, asTeacher));
  expect(teachers).toContain(`href="${paths.reportEnquiry(conversationId)}"`);
});
