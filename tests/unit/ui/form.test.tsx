import { describe, expect, test } from "vitest";
import { CheckboxGroup, ErrorSummary, formatRefusal, TextArea, TextField, toFormErrors } from "@/ui/form";
import { renderOn, translators } from "./page";

describe("form field", () => {
  test("links its label, help and error to its input", () => {
    const html = renderOn(
      <TextField name="title" label="Title" help="Short" error="Too short" value="Mate" />,
    );
    expect(html).toContain('<label for="field-title">Title</label>');
    expect(html).toMatch(/<input[^>]*aria-describedby="field-title-help field-title-error"/);
    expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*/);
    expect(html).toContain('id="field-title-help"');
    expect(html).toContain('id="field-title-error"');
    expect(html).toMatch(/<input[^>]*value="Mate"/);
  });

  test("with a length range shows it in the page's number format", () => {
    const html = renderOn(<TextArea name="d" label="D" minLength={40} maxLength={3000} />, { locale: "ro" });
    expect(html).toContain("Între 40 și 3.000 de caractere.");
  });

  test("with several choices checks the selected ones", () => {
    const options = [
      { value: "m", label: "Gimnaziu" },
      { value: "h", label: "Liceu" },
    ];
    const html = renderOn(<CheckboxGroup name="levels" label="Nivel" options={options} values={["h"]} />);
    expect(html).toMatch(/<input[^>]*value="h"[^>]*checked|<input[^>]*checked[^>]*value="h"/);
    expect(html).not.toMatch(/<input[^>]*value="m"[^>]*checked|<input[^>]*checked[^>]*value="m"/);
  });
});

describe("error messages", () => {
  test("contain the first error of each field, with its parameters", () => {
    const errors = toFormErrors(translators.en, [
      { field: "title", code: "too_short", params: { min: 10 } },
      { field: "title", code: "contact_in_text" },
      { field: "price", code: "no_such_code" },
    ]);
    expect(errors).toEqual({
      title: "Too short: use at least 10 characters.",
      price: "This value is not valid.",
    });
  });

  test.each([
    [{ field: "email" }, "Enter your email address.", "Introduceți adresa de e-mail."],
    [{ field: "top7.price" }, "Enter a price.", "Introduceți prețul."],
    [{ field: "county", choice: true }, "Choose a county.", "Alegeți județul."],
    [{ field: "neighbourhood" }, "Fill in “Neighborhood”.", "Completați câmpul „Localitatea sau cartierul”."],
    [{ field: "no_such_field" }, "Fill in this field.", "Completați acest câmp."],
  ] as const)("name an empty field: %j", (error, en, ro) => {
    const errors = [{ ...error, code: "required" }];
    expect(toFormErrors(translators.en, errors)).toEqual({ [error.field]: en });
    expect(toFormErrors(translators.ro, errors)).toEqual({ [error.field]: ro });
  });

  test("in the summary do not repeat the name of an empty field", () => {
    const html = renderOn(<ErrorSummary errors={{ email: "Enter your email address." }} />);
    expect(html).toContain('<a href="#field-email">Enter your email address.</a>');
  });

  test("in the summary name and link each field; without errors there is no summary", () => {
    const html = renderOn(<ErrorSummary errors={{ title: "Prea scurt." }} />, { locale: "ro" });
    expect(html).toContain('<a href="#field-title"><strong>Titlul: </strong>Prea scurt.</a>');
    expect(html).toMatch(/role="alert" tabindex="-1" id="error-summary" autofocus=""/);
    expect(renderOn(<ErrorSummary errors={{}} />)).toBe("");
  });

  test("of a refusal come from its reason, or from its code", () => {
    const { en } = translators;
    expect(
      formatRefusal(en, { code: "conflict", reason: "cap_reached", params: { date: Date.UTC(2026, 11, 3) } }),
    ).toBe("All promoted places here are taken. The next one becomes available on Dec 3, 2026, 2:00 AM.");
    expect(formatRefusal(en, { code: "forbidden", reason: "unheard_of" })).toBe(
      "You are not allowed to do this.",
    );
  });

  test.each([
    [1, "in 1 second.", "peste o secundă."],
    [2, "in 2 seconds.", "peste 2 secunde."],
    [30, "in 30 seconds.", "peste 30 de secunde."],
    [60, "in 1 minute.", "peste un minut."],
    [90, "in 2 minutes.", "peste 2 minute."],
    [7200, "in 120 minutes.", "peste 120 de minute."],
    [80_000, "in 23 hours.", "peste 23 de ore."],
    [518_400, "in 6 days.", "peste 6 zile."],
  ])("of a refusal with Retry-After: %i say when to try again", (retryAfter, inEnglish, inRomanian) => {
    const { en, ro } = translators;
    for (const refusal of [
      { code: "unavailable", retryAfter },
      { code: "too_many", retryAfter },
      { code: "conflict", reason: "in_progress", retryAfter },
      { code: "too_many", reason: "too_many_enquiries", retryAfter },
    ] as const) {
      expect(formatRefusal(en, refusal)).toMatch(new RegExp(`[.] Try again ${inEnglish}$`));
      expect(formatRefusal(ro, refusal)).toMatch(new RegExp(`[.] Încercați din nou ${inRomanian}$`));
    }
    expect(formatRefusal(en, { code: "unavailable" })).toBe("This is not available at the moment.");
  });
});
