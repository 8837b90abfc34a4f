import { Hono } from "hono";
import type { AppEnv } from "@/context";
import { declareCall } from "@/http/declare-call";
import { fileResponse } from "@/http/responses";
import { getOrThrow, Refused } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { getUblDocument } from "./get-ubl-document";
import { E_INVOICE_ACTIONS, handleEInvoiceAction } from "./handle-e-invoice-action";

export const eFacturaApi = new Hono<AppEnv>();

declareCall(eFacturaApi, {
  method: "GET",
  path: paths.apiAdminInvoice(":file"),
  tag: "orders",
  summary: "Get the e-Factura document of an invoice",
  description:
    "For admins: the UBL 2.1 document by CIUS-RO of an invoice (`Invoice`, type 380) or of a credit note (`CreditNote`, type 381), as the site uploads it to the tax authority.",
  access: "admin",
  params: { file: "Printed number of the invoice followed by `.xml`, such as `CAT-000012.xml`." },
  responses: {
    200: { description: "The document.", type: "application/xml" },
    404: "There is no such invoice, or its buyer was removed at the end of the accounting period.",
  },
  async handler({ c, ctx }) {
    const file = c.req.param("file") ?? "";
    if (!file.endsWith(".xml")) throw new Refused({ code: "not_found" });
    const { label, xml } = await getUblDocument(ctx, file.slice(0, -".xml".length));
    return fileResponse(c, xml, `${label}.xml`, "application/xml; charset=utf-8");
  },
});

const SUMMARIES = {
  "hand-over": "Mark an invoice as uploaded by hand",
  "send-again": "Send a rejected invoice to the tax authority again",
};

for (const action of E_INVOICE_ACTIONS) {
  declareCall(eFacturaApi, {
    method: "POST",
    path: paths.apiAdminInvoiceAction(":label", action),
    tag: "orders",
    summary: SUMMARIES[action],
    description: "For admins.",
    access: "admin",
    params: { label: "Printed number of the invoice or credit note, such as `CAT-000012`." },
    responses: {
      204: { description: "Done." },
      409: "The document is in a state that does not allow it, or does not exist.",
    },
    async handler({ c, ctx }) {
      getOrThrow(await handleEInvoiceAction(ctx, c.req.param("label") ?? "", action));
    },
  });
}
