import { describe, expect, it } from "vitest";
import { composeMail } from "@/features/mail/compose-mail";
import { getTranslator } from "@/http/texts";
import { expectText } from "../../helpers/app";

const compose = (params: Record<string, string>, quote?: string) =>
  composeMail(getTranslator("ro"), "Catedra", {
    template: "enquiry_new",
    params: { learner: "", ...params },
    ...(quote ? { quote } : {}),
    actionUrl: "https://catedra.test/ro/enquiries/abc?a=1&b=2",
  });

describe("composeMail", () => {
  it("puts the same content into text and HTML, in the recipient's language", () => {
    const mail = compose({ name: "Daria N.", title: "Fizică de liceu" }, "Bună ziua!\nMai aveți locuri?");
    expect(mail.subject).toBe("Daria N. v-a scris despre „Fizică de liceu”");
    expect(mail.text).toContain("> Bună ziua!\n> Mai aveți locuri?");
    expect(mail.text).toContain("Citiți și răspundeți:\nhttps://catedra.test/ro/enquiries/abc?a=1&b=2");
    expect(mail.text).toContain("Echipa Catedra");
    expect(mail.html).toContain('<html lang="ro">');
    expect(mail.html).toContain("Bună ziua!<br>Mai aveți locuri?");
    expect(mail.html).toContain('href="https://catedra.test/ro/enquiries/abc?a=1&amp;b=2"');
  });

  it("shows an address as its text in text, and as a link in HTML", () => {
    const details = "https://catedra.test/report?a=1&token=abc";
    const { text, html } = composeMail(getTranslator("en"), "Catedra", {
      template: "enquiry_new",
      params: { learner: "", name: "Daria N.", title: "Chimie" },
      tables: [{ title: "For you", rows: [{ term: "Report", details, link: true }] }],
    });
    expect(text).toContain(`Report: ${details}`);
    expect(html).toMatch(/href="https:\/\/catedra\.test\/report\?a=1&amp;token=abc"[^>]*>Report<\/a>/);
    expect(html.split("token=abc")).toHaveLength(2);
  });

  it("escapes markup in what users typed", () => {
    const markup = `<script>alert("1")</script><img src=x onerror='a()'>&amp;`;
    const { html } = compose({ name: markup, title: markup }, markup);
    expect(html).not.toMatch(/<script|<img/);
    expectText(html, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;", "&amp;amp;");
  });

  it("removes line breaks and control characters from the subject", () => {
    const { subject } = compose({ name: "Ana\r\nBcc: all@example.test", title: "A\u0000\u2028B\tC\u0085D" });
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(subject).toContain("Ana Bcc: all@example.test");
  });

  it("does not fill placeholders in what users typed", () => {
    const { subject } = compose({ name: "{{title}}", title: "Chimie" });
    expect(subject).toBe("{{title}} v-a scris despre „Chimie”");
  });
});
