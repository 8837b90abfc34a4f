import { expect, it } from "vitest";
import { renderUblDocument, type UblDocument } from "@/features/e-factura/render-ubl-document";
import { COUNTY_CODES } from "@/shared/codes";
import { checkDocument } from "../../../dev/stubs/e-factura/check-document";
import { parseXml, readText } from "../../../dev/stubs/e-factura/xml";

type Changes = Partial<Omit<UblDocument, "seller" | "buyer">> & {
  seller?: Partial<UblDocument["seller"]>;
  buyer?: Partial<UblDocument["buyer"]>;
};

/** VAT (bani) included in an amount. */
const includedVat = (amount: number, rate: number) => Math.round((amount * rate) / (10_000 + rate));

function createDocument({ seller, buyer, ...changes }: Changes = {}): UblDocument {
  const { amount = 1900, vatRate = 2100 } = changes;
  return {
    label: "CAT-000012",
    issued: "2026-11-27",
    isCreditNote: false,
    corrects: [],
    orderId: "Xk29fLmQ0aZr81Pw",
    item: "Promovare în rezultate, 7 zile",
    payment: "Plătit cu cardul pe 27 noiembrie 2026.",
    means: "card",
    amount,
    vatRate,
    vatAmount: includedVat(amount, vatRate),
    currency: "RON",
    exemption: "Scutit, art. 310 din Codul fiscal",
    ...changes,
    seller: {
      name: "Catedra Online SRL",
      taxId: "RO14399840",
      registerNumber: "J40/1/2020",
      street: "Str. Lungă 1",
      city: "1",
      county: "b",
      ...seller,
    },
    buyer: {
      name: "Ana Pop",
      taxId: null,
      street: "Str. Scurtă 2",
      city: "Cluj-Napoca",
      county: "cj",
      ...buyer,
    },
  };
}

const CREDIT: Changes = {
  label: "CAT-000013",
  isCreditNote: true,
  corrects: [{ label: "CAT-000012", issued: "2026-11-20" }],
};
const BUYERS: Record<string, Changes["buyer"]> = {
  "a person": {},
  "a company with VAT": { name: "Meditații SRL", taxId: "RO14399840" },
  "a company without VAT": { name: "Meditații SRL", taxId: "14399840" },
};
const LONG_NAME = "Ș".repeat(100) + "ț".repeat(100);
/** The VAT of credit notes in parts: each takes the difference of the sums, as `insertMissingInvoicesStatements`. */
const refundInParts = (amount: number, vatRate: number, parts: readonly number[]): [string, Changes][] => {
  let [refunded, vat] = [0, 0];
  return parts.map((part) => {
    refunded += part;
    const vatAmount = Math.round((includedVat(amount, vatRate) * refunded) / amount) - vat;
    vat += vatAmount;
    return [`a refund of ${part} of ${amount}`, { ...CREDIT, amount: part, vatRate, vatAmount }];
  });
};

const CASES: [name: string, Changes][] = [
  ...Object.entries(BUYERS).flatMap(([name, buyer]) =>
    [2100, 1100, 0].flatMap((vatRate): [string, Changes][] => [
      [`an invoice for ${name}, VAT ${vatRate}`, { buyer, vatRate }],
      [`a credit note for ${name}, VAT ${vatRate}`, { ...CREDIT, buyer, vatRate }],
    ]),
  ),
  ...["1", "2", "3", "4", "5", "6"].map((city): [string, Changes] => [
    `sector ${city}`,
    { buyer: { city, county: "b" }, seller: { city } },
  ]),
  ...COUNTY_CODES.filter((code) => code !== "b").map((county): [string, Changes] => [
    `county ${county}`,
    { buyer: { county }, seller: { county, city: "Sat" } },
  ]),
  ...[1, 2, 99, 100, 101, 333, 1999, 2900, 9_999_99, 10_000_001].map((amount): [string, Changes] => [
    `${amount} bani`,
    { amount },
  ]),
  ...refundInParts(1900, 2100, [333, 1, 1566]),
  ...refundInParts(2900, 1100, [415, 1000, 1485]),
  ["a name of 200 letters", { buyer: { name: LONG_NAME }, seller: { name: LONG_NAME } }],
  ["a street of 150 letters", { buyer: { street: "ă".repeat(150), city: "î".repeat(50) } }],
  ["Romanian letters", { buyer: { name: "Ștefănuță Țâră & Fiii", city: "Târgu-Mureș", county: "ms" } }],
  ["letters of XML", { buyer: { name: `A <b> & "C" 'D' ]]>` }, item: "1 < 2 & 3 > 2" }],
  ["control characters", { buyer: { name: "Ana\u0000\u0008\uffff Pop" }, exemption: "\u0001x", vatRate: 0 }],
  ["letters of other scripts", { buyer: { name: "Éva Kovács 李明 Ελένη 🎓" } }],
  [
    "a series with a hyphen",
    { ...CREDIT, label: "CAT-2-000013", corrects: [{ label: "CAT-2-000001", issued: "2026-01-01" }] },
  ],
  ["an amount that is invoiced again", { label: "CAT-000014", corrects: CREDIT.corrects ?? [] }],
  ["no register number", { seller: { registerNumber: "" } }],
];

it("has over 40 cases", () => expect(CASES.length).toBeGreaterThan(40));

it.each(CASES)("the checker accepts %s", (_name, changes) => {
  const document = createDocument(changes);
  const xml = renderUblDocument(document);
  expect(checkDocument(xml)).toEqual([]);
  const read = (path: string) => readText(parseXml(xml), path);
  expect(read("cac:LegalMonetaryTotal/cbc:PayableAmount")).toBe((document.amount / 100).toFixed(2));
  const buyer = read("cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no such characters
  expect(buyer).toBe(document.buyer.name.replace(/[\u0000-\u0008\uffff]/g, ""));
});

const INVOICE = createDocument();
const VAT_FREE = createDocument({ vatRate: 0 });
const NOTE = createDocument(CREDIT);

/** A mistake that the template does not make, as a replacement in its document, and the rule that finds it. */
it.each<[rule: string, document: UblDocument, from: string | RegExp, to: string]>([
  ["BR-RO-001", INVOICE, "CIUS-RO:1.0.1", "CIUS-RO:1.0.0"],
  ["BR-RO-010", INVOICE, "CAT-000012", "CAT"],
  ["BR-RO-DT001", INVOICE, "2026-11-27", "2026-02-30"],
  ["BR-RO-020", INVOICE, ">380<", ">381<"],
  ["BR-RO-020", NOTE, ">381<", ">380<"],
  ["BR-RO-030", INVOICE, ">RON<", ">EUR<"],
  ["BR-RO-100", INVOICE, "SECTOR1", "București"],
  ["BR-RO-101", INVOICE, "RO-CJ", "RO-B"],
  ["BR-RO-110", INVOICE, ">RO-B<", ">B<"],
  ["BR-RO-111", INVOICE, "RO-CJ", "RO-XX"],
  ["BR-RO-120", INVOICE, /<cbc:CompanyID>0+<\/cbc:CompanyID>/, ""],
  ["BR-RO-082", INVOICE, /<cbc:StreetName>Str. Scurtă 2<\/cbc:StreetName>/, ""],
  ["BR-RO-L", createDocument({ buyer: { name: "a".repeat(200) } }), "aaaa", "aaaaa"],
  ["ERRIdentif", INVOICE, /14399840/g, "14399841"],
  ["BR-55", NOTE, /<cac:BillingReference>[\s\S]*<\/cac:BillingReference>/, ""],
  ["BR-CO-10", INVOICE, /(LegalMonetaryTotal>\s*<[^>]*>)15\.70/, "$115.71"],
  ["BR-CO-14", INVOICE, /(TaxTotal>\s*<[^>]*>)3\.30/, "$13.31"],
  ["BR-CO-15", INVOICE, /(TaxInclusiveAmount[^>]*>)19\.00/, "$119.01"],
  ["BR-CO-16", INVOICE, /(PayableAmount[^>]*>)19\.00/, "$10.00"],
  ["BR-CO-17", INVOICE, /3\.30/g, "3.40"],
  ["BR-DEC", INVOICE, /19\.00/g, "19.000"],
  ["BR-26", INVOICE, /(PriceAmount[^>]*>)15\.70/, "$115.00"],
  ["BR-S-02", INVOICE, /<cac:PartyTaxScheme>[\s\S]*<\/cac:PartyTaxScheme>/, ""],
  [
    "BR-O-02",
    VAT_FREE,
    "<cac:PartyLegalEntity>",
    "<cac:PartyTaxScheme><cbc:CompanyID>RO14399840</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity>",
  ],
  ["BR-O-10", VAT_FREE, /<cbc:TaxExemptionReason[\s\S]*<\/cbc:TaxExemptionReason>/, ""],
  ["POSITIVE", NOTE, /(<cbc:\w*Amount currencyID="RON">)/g, "$1-"],
  ["XSD", INVOICE, /(<cbc:ID>CAT-000012<\/cbc:ID>)\s*(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)/, "$2$1"],
  ["XSD", INVOICE, ":Invoice-2", ":CreditNote-2"],
])("the checker finds %s", (rule, document, from, to) => {
  const xml = renderUblDocument(document);
  const wrong = xml.replace(from, to);
  expect(wrong).not.toBe(xml);
  expect(checkDocument(wrong)).toContain(rule);
});
