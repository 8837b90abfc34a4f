import { eq } from "drizzle-orm";
import { imageSize } from "image-size";
import { expect, test } from "vitest";
import { users } from "@/db/schema";
import { createPageCache } from "@/http/page-cache";
import { SHARE_SOURCES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { drawQrCode } from "@/ui/draw-qr-code";
import { bearer, createAccessToken } from "../../helpers/accounts";
import {
  app,
  createTestApp,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  newJar,
  testShared,
} from "../../helpers/app";
import { getCounts } from "../../helpers/counting";
import { createAdmin, createListing, createTeacher } from "../../helpers/factories";

test("the owner of a published listing gets its addresses, a flyer and the QR code in two formats", async () => {
  const owner = await createTeacher({ firstName: "Ștefania", lastName: "Ionescu" });
  await db.update(users).set({ profilePicture: "jpg", pictureTs: 5 }).where(eq(users.id, owner.id));
  const [title, start] = ["Lecții de pian pentru copii și adulți din cartier", "Predau pian de 20 de ani.\n"];
  const description = `${start}Lecțiile au loc la mine acasă; ${"ascultăm, repetăm, ".repeat(20)}`;
  const listing = await createListing(owner, { title, description, price: 8000 });
  const address = (source: string) => `https://catedra.test/ro/tutoring/${listing.id}?s=${source}`;

  const page = await app.read(`/ro${paths.shareListing(listing.id)}`, { as: owner });
  expectText(
    page,
    `value="${address("link")}"`,
    encodeURIComponent(`. ${listing.title}: ${address("whatsapp")}`),
    encodeURIComponent("Ștefania Ionescu, Matematică, "),
    encodeURIComponent(" / oră. "),
    `sharer.php?u=${encodeURIComponent(address("facebook"))}`,
  );
  const { path } = drawQrCode(address("qr"));
  expect(page).toContain(path);
  for (const from of [paths.ownListings({ done: "published", id: listing.id }), paths.listing(listing.id)])
    expect(await app.read(from, { as: owner })).toContain(`href="${paths.shareListing(listing.id)}"`);

  const flyer = await app.read(`/ro${paths.listingFlyer(listing.id)}`, { as: owner });
  expect(flyer).not.toContain(path);
  expectText(
    flyer,
    drawQrCode(address("flyer")).path,
    'class="flyer__photo" src="/',
    "<span>Ștefania Ionescu</span>",
  );
  // For learners who cannot scan the code.
  const site = "catedra.test/ro/tutoring/";
  expect(flyer).toContain(`deschideți ${site}${listing.id} sau căutați Ștefania Ionescu pe catedra.test.`);
  // What a reader needs a week later.
  const strips = flyer.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  const strip = /Lecții de pian pentru copii și… 80 lei \/ oră catedra\.test – căutați Ștefania Ionescu/g;
  expect(strips.match(strip)).toHaveLength(7);
  // Cut after a word.
  expect(flyer).toMatch(
    /">Predau pian de 20 de ani\. Lecțiile au loc la mine acasă; [^<]*, (ascultăm|repetăm)…</,
  );
  expectText(flyer, "din meniul browserului", "Titlul și descrierea rămân așa cum le-ați scris.");

  const svg = await app.get(`/ro${paths.listingQrCode(listing.id, "svg")}`, { as: owner });
  expect(svg.headers.get("content-disposition")).toBe('attachment; filename="catedra-qr.svg"');
  expect(await svg.text()).toContain(path);
  const png = await app.get(paths.listingQrCode(listing.id, "png"), { as: owner });
  const { type, width = 0 } = imageSize(new Uint8Array(await png.arrayBuffer()));
  expect([type, width > 900]).toEqual(["png", true]);
  const auth = bearer(await createAccessToken(owner));
  const call = await expectStatus(app.get(paths.apiListingShare(listing.id, { locale: "ro" }), auth), 200);
  expect(await call.json()).toEqual({
    content: {
      addresses: Object.fromEntries(SHARE_SOURCES.map((source) => [source, address(source)])),
      qr_svg: expect.stringContaining(path),
    },
  });
});

test("a listing that is not published has no addresses; visitors sign in, others get 404", async () => {
  const owner = await createTeacher();
  const listing = await createListing(owner, { state: "paused" });
  const page = await expectPage(app.get(paths.shareListing(listing.id), { as: owner }), 200);
  expect(page).toContain("You can share a listing while it is published.");
  expect(page).not.toContain("?s=");
  const published = await createListing(owner, { subject: "p" });
  const files = ({ id }: { id: string }) => [
    paths.listingFlyer(id),
    paths.listingQrCode(id, "svg"),
    paths.listingQrCode(id, "png"),
  ];
  for (const path of files(listing)) await expectStatus(app.get(path, { as: owner }), 404);
  const read = async (user: typeof owner, { id }: { id: string }) =>
    app.get(paths.apiListingShare(id), bearer(await createAccessToken(user)));
  await expectStatus(read(owner, listing), 404);
  await expectStatus(read(await createTeacher(), published), 404);
  await expectStatus(app.get(paths.apiListingShare(published.id)), 401);
  for (const path of [paths.shareListing(published.id), ...files(published)]) {
    await expectRedirect(await app.get(path), paths.signIn({ next: path }), 302);
    for (const other of [await createTeacher(), await createAdmin()])
      await expectStatus(app.get(path, { as: other }), 404);
  }
});

test("views by shared addresses count for their source, on one cached page that never names it", async () => {
  const app = createTestApp({}, { ...testShared(), pages: createPageCache() });
  const owner = await createTeacher();
  const listing = await createListing(owner);
  const path = paths.listing(listing.id);
  const plain = await app.read(path);
  const pages = [];
  for (const source of [...SHARE_SOURCES, "qr", "unknown", "view"])
    pages.push(await app.get(`${path}?s=${source}`));
  // The second request fills the cache: the later responses are its copies, whatever their source.
  const texts = await Promise.all(pages.map((page) => page.text()));
  expect(new Set(texts.slice(1)).size).toBe(1);
  for (const text of texts) {
    expect(text).not.toMatch(/[?&;]s=/);
    expect(text).toContain(`<link rel="canonical" href="https://catedra.test${path}"/>`);
  }
  // Other sites get the origin alone as the referrer, and no visitor gets a cookie.
  for (const { headers } of pages) {
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.has("set-cookie")).toBe(false);
  }
  expect(plain).toContain(listing.title);

  await app.get(paths.sharedListing(listing.id, "qr"), { as: owner });
  await app.get(paths.sharedListing(listing.id, "qr"), {
    headers: { "user-agent": "facebookexternalhit/1.1" },
  });
  expect(await getCounts(listing)).toEqual({
    view: 9,
    view_qr: 2,
    view_flyer: 1,
    view_whatsapp: 1,
    view_facebook: 1,
    view_link: 1,
  });

  // The redirect to the visitor's language keeps the source, so that the view counts for it.
  const romanian = newJar();
  await app.post(paths.setLocale(), { as: romanian, form: { locale: "ro", next: "/" } });
  await expectRedirect(
    await app.get(paths.sharedListing(listing.id, "flyer"), { as: romanian }),
    `/ro${paths.sharedListing(listing.id, "flyer")}`,
    302,
  );
});
