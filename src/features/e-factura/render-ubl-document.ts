import type { County } from "@/shared/codes";
import type { Day } from "@/shared/dates";
import { escapeXml } from "@/shared/xml";

type UblAddress = { name: string; street: string; city: string; county: County };

/** A document for e-Factura. Amounts in bani, positive; `vatRate` in basis points. */
export type UblDocument = {
  /** Series and number: "CAT-000012". */
  label: string;
  issued: Day;
  isCreditNote: boolean;
  /** The invoices that a credit note corrects, or the credit notes whose amount is invoiced again. */
  corrects: readonly { label: string; issued: Day }[];
  orderId: string;
  /** What was sold, in Romanian, at most 100 letters. */
  item: string;
  /** How and when it was paid or refunded, in Romanian. */
  payment: string;
  means: "card" | "account";
  amount: number;
  vatAmount: number;
  vatRate: number;
  currency: string;
  /** Why there is no VAT; used if the rate is 0. */
  exemption: string;
  seller: UblAddress & { taxId: string; registerNumber: string };
  /** Without a tax id, the buyer is a person. */
  buyer: UblAddress & { taxId: string | null };
};

/** https://mfinante.gov.ro/web/efactura/informatii-tehnice: RO16931-UBL 1.0.9 */
const CUSTOMIZATION = "urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1";
const UBL = "urn:oasis:names:specification:ubl:schema:xsd";
/** UNTDID 1001: invoice, credit note. UNTDID 4461: bank card, payment to a bank account. UN/ECE 20: one. */
const CODES = { invoice: "380", creditNote: "381", card: "48", account: "42", one: "C62" };
/** The authority's placeholder for a person who gave no personal number (CNP). */
const NO_TAX_ID = "0000000000000";

/** An element with text, and one with child elements; `null` children are left out. */
const text = (name: string, value: string, attributes = "") =>
  `<${name}${attributes}>${escapeXml(value)}</${name}>`;
const group = (name: string, ...children: (string | null)[]) =>
  [`<${name}>`, ...children.filter((child) => child !== null), `</${name}>`].join("\n");

/** Only the digits of a tax id, which may begin with RO. */
export const getTaxDigits = (taxId: string): string => taxId.replace(/\D/g, "");

/**
 * The UBL 2.1 document of an invoice or a credit note by CIUS-RO (OMF 1366/2021). The elements stand in the order of the
 * schema. A seller who charges no VAT has the category O, as the Ministry of Finance recommends (April 2022): such a
 * document names no VAT identifiers (BR-O-02).
 */
export function renderUblDocument(document: UblDocument): string {
  const { label, issued, isCreditNote, orderId, item, payment, currency, seller, buyer } = document;
  const [kind, code] = isCreditNote ? ["CreditNote", CODES.creditNote] : ["Invoice", CODES.invoice];
  const hasVat = document.vatRate > 0;
  const net = document.amount - document.vatAmount;
  const amount = (name: string, bani: number) =>
    text(name, (bani / 100).toFixed(2), ` currencyID="${escapeXml(currency)}"`);
  const vatScheme = group("cac:TaxScheme", text("cbc:ID", "VAT"));
  const taxCategory = (name: string, exemption: readonly string[]) =>
    group(
      name,
      text("cbc:ID", hasVat ? "S" : "O"),
      hasVat ? text("cbc:Percent", String(document.vatRate / 100)) : null,
      ...(hasVat ? [] : exemption),
      vatScheme,
    );
  const party = (
    { name, street, city, county }: UblAddress,
    taxId: string | null,
    isVatPayer: boolean,
    legalForm: string | null,
  ) =>
    group(
      "cac:Party",
      group(
        "cac:PostalAddress",
        text("cbc:StreetName", street),
        text("cbc:CityName", county === "b" ? `SECTOR${city}` : city),
        text("cbc:CountrySubentity", `RO-${county.toUpperCase()}`),
        group("cac:Country", text("cbc:IdentificationCode", "RO")),
      ),
      taxId !== null && isVatPayer && hasVat
        ? group("cac:PartyTaxScheme", text("cbc:CompanyID", `RO${getTaxDigits(taxId)}`), vatScheme)
        : null,
      group(
        "cac:PartyLegalEntity",
        text("cbc:RegistrationName", name),
        text("cbc:CompanyID", taxId === null ? NO_TAX_ID : getTaxDigits(taxId)),
        legalForm ? text("cbc:CompanyLegalForm", legalForm) : null,
      ),
    );
  const isBuyerVatPayer = /^RO/i.test(buyer.taxId ?? "");
  const elements = [
    text("cbc:CustomizationID", CUSTOMIZATION),
    text("cbc:ID", label),
    text("cbc:IssueDate", issued),
    isCreditNote ? null : text("cbc:DueDate", issued),
    text(`cbc:${kind}TypeCode`, code),
    text("cbc:DocumentCurrencyCode", currency),
    group("cac:OrderReference", text("cbc:ID", orderId)),
    ...document.corrects.map((earlier) =>
      group(
        "cac:BillingReference",
        group(
          "cac:InvoiceDocumentReference",
          text("cbc:ID", earlier.label),
          text("cbc:IssueDate", earlier.issued),
        ),
      ),
    ),
    group("cac:AccountingSupplierParty", party(seller, seller.taxId, true, seller.registerNumber)),
    group("cac:AccountingCustomerParty", party(buyer, buyer.taxId, isBuyerVatPayer, null)),
    group("cac:PaymentMeans", text("cbc:PaymentMeansCode", CODES[document.means])),
    group("cac:PaymentTerms", text("cbc:Note", payment)),
    group(
      "cac:TaxTotal",
      amount("cbc:TaxAmount", document.vatAmount),
      group(
        "cac:TaxSubtotal",
        amount("cbc:TaxableAmount", net),
        amount("cbc:TaxAmount", document.vatAmount),
        taxCategory("cac:TaxCategory", [
          text("cbc:TaxExemptionReasonCode", "VATEX-EU-O"),
          text("cbc:TaxExemptionReason", document.exemption),
        ]),
      ),
    ),
    group(
      "cac:LegalMonetaryTotal",
      amount("cbc:LineExtensionAmount", net),
      amount("cbc:TaxExclusiveAmount", net),
      amount("cbc:TaxInclusiveAmount", document.amount),
      amount("cbc:PayableAmount", document.amount),
    ),
    group(
      `cac:${kind}Line`,
      text("cbc:ID", "1"),
      text(isCreditNote ? "cbc:CreditedQuantity" : "cbc:InvoicedQuantity", "1", ` unitCode="${CODES.one}"`),
      amount("cbc:LineExtensionAmount", net),
      group("cac:Item", text("cbc:Name", item), taxCategory("cac:ClassifiedTaxCategory", [])),
      group("cac:Price", amount("cbc:PriceAmount", net)),
    ),
  ];
  const namespaces = [
    `xmlns="${UBL}:${kind}-2"`,
    `xmlns:cac="${UBL}:CommonAggregateComponents-2"`,
    `xmlns:cbc="${UBL}:CommonBasicComponents-2"`,
  ].join(" ");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${kind} ${namespaces}>`,
    ...elements.filter((element) => element !== null),
    `</${kind}>`,
    "",
  ].join("\n");
}
