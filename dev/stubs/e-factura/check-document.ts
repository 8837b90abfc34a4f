import { findAll, parseXml, readText, type XmlElement } from "./xml";

/**
 * The elements that e-Factura documents of this site may have, in the order of the UBL 2.1 schema. `cac` elements have
 * child elements, `cbc` elements have text.
 */
const PARTY = ["cac:PostalAddress", "cac:PartyTaxScheme", "cac:PartyLegalEntity"];
const TAX_CATEGORY = [
  "cbc:ID",
  "cbc:Percent",
  "cbc:TaxExemptionReasonCode",
  "cbc:TaxExemptionReason",
  "cac:TaxScheme",
];
const toDocumentOrder = (kind: "Invoice" | "CreditNote") => [
  "cbc:CustomizationID",
  "cbc:ID",
  "cbc:IssueDate",
  ...(kind === "Invoice" ? ["cbc:DueDate"] : []),
  `cbc:${kind}TypeCode`,
  "cbc:Note",
  "cbc:DocumentCurrencyCode",
  "cac:OrderReference",
  "cac:BillingReference",
  "cac:AccountingSupplierParty",
  "cac:AccountingCustomerParty",
  "cac:PaymentMeans",
  "cac:PaymentTerms",
  "cac:TaxTotal",
  "cac:LegalMonetaryTotal",
  `cac:${kind}Line`,
];
const ORDER: Readonly<Record<string, readonly string[]>> = {
  Invoice: toDocumentOrder("Invoice"),
  CreditNote: toDocumentOrder("CreditNote"),
  "cac:InvoiceDocumentReference": ["cbc:ID", "cbc:IssueDate"],
  "cac:Party": PARTY,
  "cac:PostalAddress": [
    "cbc:StreetName",
    "cbc:AdditionalStreetName",
    "cbc:CityName",
    "cbc:PostalZone",
    "cbc:CountrySubentity",
    "cac:Country",
  ],
  "cac:PartyTaxScheme": ["cbc:CompanyID", "cac:TaxScheme"],
  "cac:PartyLegalEntity": ["cbc:RegistrationName", "cbc:CompanyID", "cbc:CompanyLegalForm"],
  "cac:TaxTotal": ["cbc:TaxAmount", "cac:TaxSubtotal"],
  "cac:TaxSubtotal": ["cbc:TaxableAmount", "cbc:TaxAmount", "cac:TaxCategory"],
  "cac:TaxCategory": TAX_CATEGORY,
  "cac:ClassifiedTaxCategory": TAX_CATEGORY,
  "cac:LegalMonetaryTotal": [
    "cbc:LineExtensionAmount",
    "cbc:TaxExclusiveAmount",
    "cbc:TaxInclusiveAmount",
    "cbc:PrepaidAmount",
    "cbc:PayableAmount",
  ],
  "cac:InvoiceLine": ["cbc:ID", "cbc:InvoicedQuantity", "cbc:LineExtensionAmount", "cac:Item", "cac:Price"],
  "cac:CreditNoteLine": [
    "cbc:ID",
    "cbc:CreditedQuantity",
    "cbc:LineExtensionAmount",
    "cac:Item",
    "cac:Price",
  ],
  "cac:Item": ["cbc:Description", "cbc:Name", "cac:ClassifiedTaxCategory"],
};

/** Longest texts (BR-RO-L…), by the element's name. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  "cbc:StreetName": 150,
  "cbc:CityName": 50,
  "cbc:RegistrationName": 200,
  "cbc:CompanyLegalForm": 1000,
  "cbc:Name": 100,
  "cbc:Note": 300,
  "cbc:ID": 200,
  "cbc:TaxExemptionReason": 100,
};

const ROMANIAN_COUNTIES =
  "AB AR AG BC BH BN BT BV BR B BZ CS CL CJ CT CV DB DJ GL GR GJ HR HD IL IS IF MM MH MS NT OT PH SM SJ SB SV TR TM TL VS VL VN".split(
    " ",
  );
const CUSTOMIZATION = "urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1";
const SCHEMAS = "urn:oasis:names:specification:ubl:schema:xsd";

/** Largest difference (bani) of a VAT amount from its base times the rate. The authority accepts up to 99. */
const MAX_VAT_DIFFERENCE = 2;

/**
 * The rules that a document breaks, by their names in the Ministry of Finance's Schematron (RO16931-UBL 1.0.9) and in EN
 * 16931; `XSD` for the schema, `ERRIdentif` for the check digits that the authority verifies apart. It shares no code
 * with the template. @throws Error if the document is not well-formed
 */
export function checkDocument(xml: string): string[] {
  const root = parseXml(xml);
  const broken = new Set<string>();
  const rule = (name: string, holds: boolean) => void (holds || broken.add(name));
  const read = (path: string) => readText(root, path);
  const isCreditNote = root.name === "CreditNote";
  const line = isCreditNote ? "cac:CreditNoteLine" : "cac:InvoiceLine";

  rule("XSD", root.attributes.xmlns === `${SCHEMAS}:${isCreditNote ? "CreditNote" : "Invoice"}-2`);
  rule("XSD", root.attributes["xmlns:cac"] === `${SCHEMAS}:CommonAggregateComponents-2`);
  rule("XSD", root.attributes["xmlns:cbc"] === `${SCHEMAS}:CommonBasicComponents-2`);
  checkStructure(root, rule);

  rule("BR-RO-001", read("cbc:CustomizationID") === CUSTOMIZATION);
  rule("BR-02", read("cbc:ID") !== "");
  rule("BR-RO-010", /\d/.test(read("cbc:ID")));
  for (const path of [
    "cbc:IssueDate",
    "cbc:DueDate",
    "cac:BillingReference/cac:InvoiceDocumentReference/cbc:IssueDate",
  ])
    for (const { text } of findAll(root, path)) rule("BR-RO-DT001", isDay(text));
  rule("BR-03", read("cbc:IssueDate") !== "");
  rule(
    "BR-RO-020",
    read(isCreditNote ? "cbc:CreditNoteTypeCode" : "cbc:InvoiceTypeCode") === (isCreditNote ? "381" : "380"),
  );
  rule("BR-RO-030", read("cbc:DocumentCurrencyCode") === "RON");
  if (isCreditNote) {
    rule("BR-55", read("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID") !== "");
    rule("BR-55", read("cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID") !== read("cbc:ID"));
  }

  checkParty(root, "cac:AccountingSupplierParty", rule);
  checkParty(root, "cac:AccountingCustomerParty", rule);
  const supplier = "cac:AccountingSupplierParty/cac:Party";
  const supplierVatId = read(`${supplier}/cac:PartyTaxScheme/cbc:CompanyID`);
  const customerVatId = read("cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID");
  rule("BR-CO-26", read(`${supplier}/cac:PartyLegalEntity/cbc:CompanyID`) !== "" || supplierVatId !== "");
  // A person has no tax id. The seller has one.
  rule("ERRIdentif", hasCheckDigit(read(`${supplier}/cac:PartyLegalEntity/cbc:CompanyID`)));

  rule("BR-49", read("cac:PaymentMeans/cbc:PaymentMeansCode") !== "");
  const lines = findAll(root, line);
  rule("BR-16", lines.length > 0);
  const totals = (name: string) => toBani(read(`cac:LegalMonetaryTotal/cbc:${name}`));
  const vat = toBani(read("cac:TaxTotal/cbc:TaxAmount"));
  const sumLines = lines.reduce((sum, one) => sum + toBani(readText(one, "cbc:LineExtensionAmount")), 0);
  rule("BR-CO-10", totals("LineExtensionAmount") === sumLines);
  rule("BR-CO-13", totals("TaxExclusiveAmount") === sumLines);
  rule("BR-CO-15", totals("TaxInclusiveAmount") === totals("TaxExclusiveAmount") + vat);
  rule("BR-CO-16", totals("PayableAmount") === totals("TaxInclusiveAmount"));
  rule(
    "BR-CO-25",
    totals("PayableAmount") <= 0 || read("cbc:DueDate") !== "" || read("cac:PaymentTerms/cbc:Note") !== "",
  );
  rule("POSITIVE", totals("PayableAmount") > 0 && totals("TaxExclusiveAmount") > 0 && vat >= 0);
  for (const one of lines)
    checkLine(one, isCreditNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", rule);

  const subtotals = findAll(root, "cac:TaxTotal/cac:TaxSubtotal");
  rule("BR-CO-18", subtotals.length > 0);
  rule("BR-CO-14", vat === subtotals.reduce((sum, one) => sum + toBani(readText(one, "cbc:TaxAmount")), 0));
  const categories = lines.map((one) => readText(one, "cac:Item/cac:ClassifiedTaxCategory/cbc:ID"));
  for (const subtotal of subtotals) {
    const category = readText(subtotal, "cac:TaxCategory/cbc:ID");
    const [base, tax] = ["cbc:TaxableAmount", "cbc:TaxAmount"].map((path) =>
      toBani(readText(subtotal, path)),
    );
    const percent = readText(subtotal, "cac:TaxCategory/cbc:Percent");
    const hasReason = ["Code", ""].some(
      (end) => readText(subtotal, `cac:TaxCategory/cbc:TaxExemptionReason${end}`) !== "",
    );
    rule("BR-47", category === "S" || category === "O");
    rule(`BR-${category}-08`, base === sumLines && categories.every((one) => one === category));
    if (category === "S") {
      rule("BR-48", Number(percent) > 0);
      const exact = ((base ?? 0) * Number(percent)) / 100;
      rule("BR-CO-17", Math.abs((tax ?? 0) - exact) <= MAX_VAT_DIFFERENCE);
      rule("BR-S-10", !hasReason);
      rule("BR-S-02", /^RO\d+$/.test(supplierVatId));
    } else {
      rule("BR-O-05", percent === "");
      rule("BR-O-09", tax === 0);
      rule("BR-O-10", hasReason);
      rule("BR-O-02", supplierVatId === "" && customerVatId === "");
    }
  }
  return [...broken];
}

type Rule = (name: string, holds: boolean) => void;

/** Children in the order of the schema, each with its prefix; texts that are not empty and not too long; amounts. */
function checkStructure(element: XmlElement, rule: Rule): void {
  const order = ORDER[element.name];
  const positions = element.children.map(({ name }) => (order ? order.indexOf(name) : 0));
  rule(
    "XSD",
    positions.every((position, n) => position >= 0 && position >= (positions[n - 1] ?? 0)),
  );
  const isLeaf = element.name.startsWith("cbc:");
  rule("XSD", isLeaf ? element.children.length === 0 : element.text.trim() === "");
  if (isLeaf) {
    rule("EMPTY", element.text.trim() !== "");
    rule("BR-RO-L", [...element.text.trim()].length <= (MAX_LENGTHS[element.name] ?? 200));
    if (element.name.endsWith("Amount")) {
      rule("BR-DEC", /^-?\d+(\.\d{1,2})?$/.test(element.text));
      rule("BR-CL-03", element.attributes.currencyID === "RON");
    }
  }
  for (const child of element.children) checkStructure(child, rule);
}

function checkParty(root: XmlElement, role: string, rule: Rule): void {
  const isSeller = role === "cac:AccountingSupplierParty";
  const read = (path: string) => readText(root, `${role}/cac:Party/${path}`);
  const [street, city, county, country] = [
    "cbc:StreetName",
    "cbc:CityName",
    "cbc:CountrySubentity",
    "cac:Country/cbc:IdentificationCode",
  ].map((name) => read(`cac:PostalAddress/${name}`));
  rule(isSeller ? "BR-06" : "BR-07", read("cac:PartyLegalEntity/cbc:RegistrationName") !== "");
  rule(isSeller ? "BR-09" : "BR-11", country === "RO");
  rule(isSeller ? "BR-RO-081" : "BR-RO-082", street !== "");
  rule(isSeller ? "BR-RO-091" : "BR-RO-092", city !== "");
  rule(
    isSeller ? "BR-RO-110" : "BR-RO-111",
    ROMANIAN_COUNTIES.some((code) => county === `RO-${code}`),
  );
  rule(isSeller ? "BR-RO-100" : "BR-RO-101", county !== "RO-B" || /^SECTOR[1-6]$/.test(city ?? ""));
  const vatId = read("cac:PartyTaxScheme/cbc:CompanyID");
  const legalId = read("cac:PartyLegalEntity/cbc:CompanyID");
  rule(isSeller ? "BR-RO-065" : "BR-RO-120", vatId !== "" || legalId !== "");
  rule(
    "BR-CO-09",
    vatId === "" || (vatId.startsWith("RO") && read("cac:PartyTaxScheme/cac:TaxScheme/cbc:ID") === "VAT"),
  );
  rule("ERRIdentif", vatId === "" || hasCheckDigit(vatId.slice(2)));
  rule("ERRIdentif", legalId === "0000000000000" || hasCheckDigit(legalId));
}

function checkLine(line: XmlElement, quantityName: string, rule: Rule): void {
  const read = (path: string) => readText(line, path);
  const quantity = findAll(line, quantityName)[0];
  rule("BR-21", read("cbc:ID") !== "");
  rule("BR-22", Number(quantity?.text) > 0);
  rule("BR-23", ["C62", "H87", "DAY"].includes(quantity?.attributes.unitCode ?? ""));
  rule("BR-25", read("cac:Item/cbc:Name") !== "");
  const price = toBani(read("cac:Price/cbc:PriceAmount"));
  rule("BR-27", price >= 0);
  rule("BR-26", price * Number(quantity?.text) === toBani(read("cbc:LineExtensionAmount")));
  const category = read("cac:Item/cac:ClassifiedTaxCategory/cbc:ID");
  rule(
    "BR-CO-04",
    category !== "" && read("cac:Item/cac:ClassifiedTaxCategory/cac:TaxScheme/cbc:ID") === "VAT",
  );
  rule("BR-S-05", category !== "S" || Number(read("cac:Item/cac:ClassifiedTaxCategory/cbc:Percent")) > 0);
  rule("BR-O-05", category !== "O" || read("cac:Item/cac:ClassifiedTaxCategory/cbc:Percent") === "");
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** NaN for text that is no amount: it equals nothing. */
const toBani = (text: string): number => (text === "" ? Number.NaN : Math.round(Number(text) * 100));

/** The check digit of a Romanian tax id (CUI), by the weights 7 5 3 2 1 7 5 3 2, aligned to the right. */
function hasCheckDigit(digits: string): boolean {
  if (!/^[1-9]\d{1,9}$/.test(digits)) return false;
  const weights = [7, 5, 3, 2, 1, 7, 5, 3, 2];
  const body = digits.slice(0, -1).padStart(9, "0");
  const sum = weights.reduce((total, weight, n) => total + weight * Number(body[n]), 0);
  return ((sum * 10) % 11) % 10 === Number(digits.at(-1));
}
