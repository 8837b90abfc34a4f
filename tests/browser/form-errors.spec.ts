import { paths } from "@/shared/paths";
import { DEMO, type TestVisitor } from "./helpers/site";
import { expect, test } from "./helpers/test";

/** Submits the page's form as it is; the links of the error summary, and the form's fields in their order. */
async function submitEmpty({ page }: TestVisitor) {
  const form = page.locator("main form:has(.form__actions)");
  await form.locator(".form__actions button[type=submit]").click();
  await expect(page.locator("#error-summary")).toBeFocused();
  const links = await page
    .locator("#error-summary a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.slice(1)));
  const inForm = await page.locator("main form [id]").evaluateAll((all) => all.map((element) => element.id));
  return { links, sorted: inForm.filter((id) => links.includes(id)) };
}

test("the site names the errors of a form, not the browser", async ({ open }) => {
  const visitor = await open({ locale: "en", javaScriptEnabled: true });
  for (const [path, errors] of [
    [paths.signUp(), 6],
    [paths.signIn(), 2],
  ] as const) {
    await visitor.go(path);
    const { links, sorted } = await submitEmpty(visitor);
    expect(links).toHaveLength(errors);
    expect(links).toEqual(sorted);
    // A field that is filled in loses its error before the form is sent again.
    const email = visitor.page.locator("main [name=email]");
    await expect(visitor.page.locator("#field-email-error")).toBeVisible();
    await email.fill("ion@exemplu.ro");
    await expect(visitor.page.locator("#field-email-error")).toHaveCount(0);
    await expect(email).not.toHaveAttribute("aria-invalid");
  }
});

test("hints of a form do not contradict what was chosen since, also without script", async ({ open }) => {
  const visitor = await open({ locale: "en", javaScriptEnabled: false }, { as: DEMO.learner });
  const { page } = visitor;
  await visitor.go(paths.createRequest({ subject: "p", level: "h", county: "vs", online: true }));
  const audience = page.locator("#audience");
  await expect(audience).toContainText("Physics in Vaslui County");
  await page.locator("[name=county]").selectOption("cj");
  await expect(audience).toBeHidden();
  await page.locator("main [name=text]").fill("Cu răbdare.");
  await page.getByRole("button", { name: "Show who can see the request" }).click();
  await expect(audience).toContainText("Physics in Cluj County");
  await expect(page.locator("main [name=text]")).toHaveValue("Cu răbdare.");
  // Both sentences about online lessons are there; the tick shows the one that is true.
  const online = audience.locator(".audience--online");
  await expect(online).toBeVisible();
  await page.locator("main [name=online]").uncheck();
  await expect(online).toBeHidden();
  await expect(audience).toContainText("Physics in Cluj County");
});
