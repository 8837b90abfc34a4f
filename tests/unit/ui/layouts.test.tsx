import { expect, test } from "vitest";
import { DefaultLayout, FooterLayout, HeaderLayout } from "@/ui/layouts";
import { renderOn } from "./page";

test("a layout has one main element with the header, the footer, or both", () => {
  const parts = [DefaultLayout, HeaderLayout, FooterLayout].map((Layout) => {
    const html = renderOn(<Layout>content</Layout>);
    expect(html.match(/<main[^>]*>content<\/main>/g)).toHaveLength(1);
    return [html.includes("<header"), html.includes("<footer")];
  });
  expect(parts).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ]);
});
