import { describe, expect, test } from "vitest";
import { Document } from "@/ui/document";
import { DefaultLayout } from "@/ui/layouts";
import { renderOn } from "./page";

const facts = {
  siteName: "Catedra",
  description: "Tutors",
  locale: "ro" as const,
  canonical: "https://catedra.test/ro",
  image: "https://catedra.test/share.png",
  styles: ["/assets/index.css"],
  nonce: "abc",
};

describe("Document", () => {
  test("has the page's title and the site's name as title; only the name on the home page", () => {
    const titled = (title: string) =>
      renderOn(
        <Document {...facts} title={title}>
          x
        </Document>,
      );
    expect(titled("Profesori")).toContain("<title>Profesori | Catedra</title>");
    expect(titled("")).toContain("<title>Catedra</title>");
  });

  test("escapes script tags in structured data", () => {
    const html = renderOn(
      <Document {...facts} title="x" jsonLd={[{ name: "</script><script>alert(1)</script>" }]}>
        x
      </Document>,
    );
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("\\u003c/script>");
  });

  test("has the user's id in a data attribute, and none for a visitor", () => {
    const rendered = (visitor: string, apiBase: string) =>
      renderOn(
        <Document
          {...facts}
          title="x"
          pageData={{
            visitor,
            apiBase,
            accessRefreshMs: 120_000,
            build: "b1",
            builtTs: 1,
            measurementId: "",
            sent: false,
          }}
        >
          x
        </Document>,
      );
    expect(rendered("anna", "https://api.test")).toContain(
      '<body data-visitor="anna" data-api-base="https://api.test" data-access-refresh-ms="120000" data-build="b1" data-built-ts="1">',
    );
    expect(rendered("", "")).toContain(
      '<body data-access-refresh-ms="120000" data-build="b1" data-built-ts="1">',
    );
  });

  test("has its language and a link to the other one", () => {
    const alternates = {
      en: "https://catedra.test/",
      ro: "https://catedra.test/ro",
      xDefault: "https://catedra.test/",
    };
    const html = renderOn(
      <Document {...facts} title="x" alternates={alternates}>
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
    profilePicture: null,
    pictureTs: null,
    unread: 0,
  };

  test("links a signed-out visitor to the sign-in form, with this page as next", () => {
    const html = renderOn(<DefaultLayout>x</DefaultLayout>, { locale: "ro" });
    expect(html).toContain('href="/ro/sign-in?next=%2Ftutoring%3Fq%3Dpian"');
    expect(html).toContain('href="/ro/tutoring/create"');
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
      renderOn(<DefaultLayout>x</DefaultLayout>, { locale }).match(/<a href="https:\/\/anpc[^>]*>[^<]*/)?.[0];
    expect(anpc("en")).toMatch(/hrefLang="ro">Consumer protection authority \(ANPC\)/);
    expect(anpc("ro")).toContain(">ANPC: soluționarea alternativă a litigiilor");
  });

  test("switches the language by a form that returns to the page, and by a link", () => {
    const html = renderOn(<DefaultLayout>x</DefaultLayout>);
    const footer = html.slice(html.indexOf("<footer"));
    expect(footer.match(/class="language-switch"/g)).toHaveLength(1);
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
