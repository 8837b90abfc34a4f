import { expect, test } from "vitest";
import { orders } from "@/db/schema";
import { purgeInvoiceBuyers } from "@/features/invoices";
import { formatInvoiceLabel } from "@/features/invoices/invoice-label";
import { startOfDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { createUserWithPassword, PASSWORD, signInWithPassword } from "../../helpers/accounts";
import { app, expectStatus } from "../../helpers/app";
import { createAdmin, createTeacher, listRows } from "../../helpers/factories";
import { BILLING } from "../../helpers/rows";
import { PAYING_SELLER, saveSeller } from "../../helpers/sellers";
import { servicesAt } from "../../helpers/services";
import { createOpenOrder, insertInvoices, listOrderInvoices } from "./make-invoices";

test("job purge-invoice-buyers removes buyers 5 years after 1 July of the year after the issue", async () => {
  const buyer = await createTeacher();
  const invoiceAt = async (time: number) => {
    // Each year has its series, because dates of a series do not go back.
    await saveSeller({ ...PAYING_SELLER, series: `P${time}`.slice(0, 10) });
    app.clock.now = time;
    const { id } = await createOpenOrder(buyer);
    await insertInvoices(id, { paidTs: time });
    return id;
  };
  const newYear = startOfDay("2026-01-01");
  const [before, after] = [await invoiceAt(newYear - 1), await invoiceAt(newYear)];
  const readBuyers = async (id: string) => [
    (await listOrderInvoices(id))[0]?.buyer,
    (await listRows(orders, { id }))[0]?.billing,
  ];
  const purgeAt = async (time: number) => {
    await purgeInvoiceBuyers(servicesAt(time, app.bindings));
    return [await readBuyers(before), await readBuyers(after)];
  };
  const [kept, purged] = [
    [BILLING, BILLING],
    [null, null],
  ];
  expect(await purgeAt(startOfDay("2031-07-01") - 1)).toEqual([kept, kept]);
  expect(await purgeAt(startOfDay("2031-07-01"))).toEqual([purged, kept]);
  expect(await purgeAt(startOfDay("2032-07-01") - 1)).toEqual([purged, kept]);
  expect(await purgeAt(startOfDay("2032-07-01"))).toEqual([purged, purged]);
});

test("the invoice of an erased account has its buyer, for admins only, also on a later credit note", async () => {
  await saveSeller(PAYING_SELLER);
  const buyer = await createUserWithPassword({ role: "t" });
  const { id } = await createOpenOrder(buyer);
  await insertInvoices(id, { paidTs: app.clock.now });
  const { token, jar } = await signInWithPassword(buyer.email);
  const [invoice] = await listOrderInvoices(id);
  const path = paths.invoice(invoice ? formatInvoiceLabel(invoice) : "");
  expect(await app.read(path, { as: jar })).toContain("Strada Florilor nr. 2");
  const exported = await app.read(`${paths.exportOwn()}`, { as: jar });
  expect(exported).toContain('"buyer_until": "2032-07-01"');

  const headers = { authorization: `Bearer ${token}` };
  await expectStatus(
    app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, headers }),
    200,
  );
  expect(await listRows(orders, { id })).toMatchObject([{ buyerId: null, billing: null }]);
  const other = await createTeacher();
  await expectStatus(app.get(path, { as: other }), 404);
  expect(await app.read(path, { as: await createAdmin() })).toContain("Strada Florilor nr. 2");
  await insertInvoices(id, { refundedAmount: 100 });
  expect((await listOrderInvoices(id)).map(({ buyer }) => buyer)).toEqual([BILLING, BILLING]);
});
