// @vitest-environment happy-dom
import { PriceSection } from "@client/islands/listing-form/listing-form-sections";
import general from "@locales/general/en.json";
import listings from "@locales/listings/en.json";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { createTranslator } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";

const call = vi.hoisted(() => vi.fn());
vi.mock("@client/http", () => ({ apiFetch: call }));
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => call.mockReset());

test("the usual price in the form of a listing follows the chosen county", async () => {
  document.body.innerHTML = "<div></div>";
  const root = createRoot(document.querySelector("div") as HTMLElement);
  const page = {
    t: createTranslator("en", { general, listings }),
    locale: "en",
    url: (path: string) => path,
  } as unknown as Page;
  const show = async (county: string, level = "h", subject = "m") => {
    const values = { subject: [subject], levels: [level], county: [county] };
    await act(async () =>
      root.render(
        <PageProvider page={page}>
          <PriceSection
            initialValues={values}
            errors={{}}
            returnReasons={[]}
            values={values}
            usualPrices={{
              m: { country: { h: [100, 8000, 9000, 12_000] }, cj: { h: [10, 9000, 9000, 9000] } },
            }}
          />
        </PageProvider>,
      ),
    );
    return document.body.textContent;
  };
  expect(await show("cj")).toContain(
    "In Cluj County, half of the teachers of Mathematics on this site ask about 90 lei",
  );
  expect(call).not.toHaveBeenCalled();
  call.mockResolvedValue({ content: { teachers: 20, q1: 6000, median: 7000, q3: 7500, scope: "county" } });
  expect(await show("is")).toContain(
    "In Iași County, half of the teachers of Mathematics on this site ask 60 to 75 lei",
  );
  call.mockResolvedValue({ content: { teachers: 20, q1: 8000, median: 9000, q3: 12_000, scope: "country" } });
  expect(await show("tl")).toContain(
    "In Romania, half of the teachers of Mathematics on this site ask 80 to 120 lei",
  );
  call.mockRejectedValue(new Error("offline"));
  expect(await show("vn")).toContain(
    "In Romania, half of the teachers of Mathematics on this site ask 80 to 120 lei",
  );
  call.mockReset();
  // A figure of another level would mislead, also that of the school before an exam.
  for (const level of ["kg", "pb"]) expect(await show("cj", level)).not.toContain("half of the teachers");
  expect(document.querySelector("a")?.getAttribute("href")).toBe("/prices?subject=m");
  expect(await show("cj", "h", "mu")).toContain("no usual price for it.");
  await act(async () => root.unmount());
});
