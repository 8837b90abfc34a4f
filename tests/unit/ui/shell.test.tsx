import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import { renderOn } from "./page";

describe("Document", () => {
  test("has its language and a link to the other one", () => {
    const html = renderOn(
      <Document
        siteName="Catedra"
        title="x | Catedra"
        shareTitle="x"
        description="Tutors"
        locale="ro"
        canonical="https://catedra.test/ro"
        alternates={{
          en: "https://catedra.test/",
          ro: "https://catedra.test/ro",
          xDefault: "https://catedra.test/",
        }}
        image="https://catedra.test/share.png"
        assets={{ styles: ["/assets/index.css"], fonts: [] }}
        jsonLd={[]}
      >
        x
      </Document>,
    );
    expect(html).toContain('<html lang="ro">');
    expect(html).toContain('<link rel="alternate" hrefLang="x-default" href="https://catedra.test/"/>');
    expect(html).toContain('property="og:locale" content="ro_RO"');
    expect(html).toContain('name="twitter:card" content="summary_large_image"');
  });
});

describe("DefaultLayout", () => {
  const visitor = {
    id: "x",
    firstName: "Ioana",
    emailVerified: true,
    isMinor: false,
    profilePicture: null,
    pictureTs: null,
    unread: 0,
    requestsToAnswer: 0,
    shortlist: [],
  };

  test("links a signed-out visitor to the sign-in form, with this page as next", () => {
    const html = renderOn(<DefaultLayout>x</DefaultLayout>, { locale: "ro" });
    expect(html).toContain('href="/sign-in?next=%2Ftutoring%3Fq%3Dpian"');
    expect(html).toContain('href="/ro/teach"');
  });

  test("links the administration only for admins, and signs out by a form", () => {
    const admin = renderOn(<DefaultLayout>x</DefaultLayout>, { visitor: { ...visitor, role: "a" } });
    const teacher = renderOn(<DefaultLayout>x</DefaultLayout>, { visitor: { ...visitor, role: "t" } });
    expect(admin).toContain('href="/admin"');
    expect(teacher).not.toContain("/admin");
    expect(teacher).toContain('<form action="/sign-out" method="post">');
  });

  test("links the consumer authority in the page's language", () => {
    const anpc = (locale: "en" | "ro") =>
      renderOn(<DefaultLayout>x</DefaultLayout>, { locale }).match(
        /<a href="https:\/\/anpc[^>]*>.*?<\/a>/,
      )?.[0];
    expect(anpc("en")).toMatch(
      /<img[^>]+width="250" height="50"[^>]+alt="Consumer protection authority \(ANPC\): alternative/,
    );
    expect(anpc("ro")).toContain('alt="ANPC: soluționarea alternativă a litigiilor');
    // ANPC's Order 449/2022: a pictogram of 250×50 px, with a link to this page.
    expect(anpc("ro")).toContain('href="https://anpc.ro/ce-este-sal/"');
    expect(readFileSync("public/anpc-sal.svg", "utf8")).toMatch(/^<svg [^>]*width="250" height="50"/);
  });

  test("switches the language by a form that returns to the page, and by a link", () => {
    const html = renderOn(<DefaultLayout>x</DefaultLayout>);
    expect(html.match(/class="language-switch"/g)).toHaveLength(1);
    expect(html.match(/rel="alternate">Această pagină în română/g)).toHaveLength(1);
    expect(html).toContain('<input type="hidden" name="next" value="/tutoring?q=pian"/>');
    expect(html).toMatch(/<button type="submit" value="ro"[^>]* name="locale"/);
    expect(html).toContain('<a href="/ro/tutoring?q=pian" hrefLang="ro" lang="ro"');
  });

  test("follows the content security policy: no style attribute, no inline handler", () => {
    const html = renderOn(<DefaultLayout>x</DefaultLayout>, { visitor: { ...visitor, role: "a" } });
    expect(html).not.toMatch(/<[^>]+\s(style|on[a-z]+)=/);
  });
});
