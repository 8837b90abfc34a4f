import { describe, expect, it } from "vitest";
import { formatCsvRows } from "@/shared/csv";
import { LOCALES } from "@/shared/i18n/locales";

describe("formatCsvRows", () => {
  it.each(["=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "\t=1", "\r=1"])(
    "puts an apostrophe before %j",
    (value) => expect(formatCsvRows([[value]], "en")).toMatch(/^"?'[=+\-@＝＋－＠\t\r]/),
  );

  // A program with the other separator ignores the quotes around the cell.
  it.each([
    "Salut;=1",
    "Salut,=1",
    "Salut\t=1",
    "Salut\n=1",
    "Salut\r\n＝1",
    'Salut;"=1',
    'Salut,""-1',
    "a;b,+1",
    ";@x",
  ])("leaves no cell of any program in %j that begins as a formula", (value) => {
    for (const locale of LOCALES) {
      const line = formatCsvRows([["Ana", value, 3]], locale);
      expect(line.split(/[,;\t\r\n]/).filter((cell) => /^"*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    }
  });

  it("writes amounts in lei with two decimals and the decimal point of the language", () => {
    const row = [{ bani: 4050 }, { bani: -5 }, { bani: 0 }, { bani: -0 }, 21];
    expect(formatCsvRows([row], "en")).toBe("40.50,-0.05,0.00,0.00,21\r\n");
    expect(formatCsvRows([row], "ro")).toBe("40,50;-0,05;0,00;0,00;21\r\n");
  });

  it("changes no other text and no number", () => {
    expect(formatCsvRows([["a-b + c = 5; ok", "ana@x, 'b'", -4.17]], "en")).toBe(
      '"a-b + c = 5; ok","ana@x, \'b\'",-4.17\r\n',
    );
  });
});
