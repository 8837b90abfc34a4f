import { expect, test } from "vitest";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createUser, findUser } from "../../helpers/factories";
import { BILLING } from "../../helpers/rows";

const COMPANY = { ...BILLING, kind: "company", name: "Pop & fiii SRL", tax_id: "RO12345674", city: "Turda" };

test("GET and PUT /api/billing read and replace the stored billing details", async () => {
  const user = await createUser();
  const headers = bearer(await createAccessToken(user));
  const read = async () => (await app.get(paths.apiBilling(), headers)).json();
  const put = (json: object) => app.request(paths.apiBilling(), { method: "PUT", json, ...headers });
  expect(await read()).toEqual({ content: null });
  const saved = await expectStatus(put({ ...COMPANY, tax_id: "ro 12345674", other: 1 }), 200);
  expect(await saved.json()).toEqual({ content: COMPANY });
  const { tax_id: _without, ...incomplete } = COMPANY;
  const refused = await expectStatus(put(incomplete), 422);
  expect(await refused.json()).toMatchObject({ errors: [{ field: "tax_id", code: "required" }] });
  expect(await read()).toEqual({ content: COMPANY });
});

test("GET and POST /profile/billing show and change them, and keep what was typed", async () => {
  const user = await createUser({ billing: BILLING });
  expect(await app.read(paths.billing(), { as: user })).toContain('value="Strada Florilor nr. 2"');
  const form = { ...COMPANY, register_number: "", county: "b", tax_id: "RO1" };
  const html = await expectPage(app.post(`/ro${paths.billing()}`, { as: user, form }), 422);
  expectText(
    html,
    "Un CUI sau CIF are între 2 și 10 cifre",
    "Pentru București introduceți sectorul",
    'value="Pop &amp; fiii SRL"',
    'value="RO1"',
  );
  expect((await findUser(user.id))?.billing).toEqual(BILLING);
  await expectRedirect(
    app.post(paths.billing(), { as: user, form: { ...form, tax_id: COMPANY.tax_id, city: "sector 2" } }),
    paths.billing({ done: "saved" }),
  );
  expect((await findUser(user.id))?.billing).toEqual({ ...COMPANY, county: "b", city: "2" });
  expect(await app.read(paths.billing({ done: "saved" }), { as: user })).toContain(
    "Your billing details are saved.",
  );
});
