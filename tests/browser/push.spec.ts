import { paths } from "@/shared/paths";
import { expectNoOverflow } from "./helpers/site";
import { expect, test } from "./helpers/test";

test("a teacher turns on push messages, and gets one about an enquiry", async ({
  open,
  insert,
  request,
  site,
}) => {
  const owner = await insert.teacher({ locale: "ro" });
  const { id, title } = await insert.listing(owner);
  const learner = await insert.user({ firstName: "Daria", lastName: "Neagu" });
  // The test browser has no push service, so the local stub makes the subscription.
  const subscription = await (await request.post(`${site.stubsUrl}/push`)).json();

  const visit = { locale: "ro", javaScriptEnabled: true } as const;
  const teacher = await open(visit, { as: owner.email, viewport: { width: 360, height: 740 } });
  await teacher.context.grantPermissions(["notifications"], { origin: site.url });
  await teacher.context.addInitScript((json) => {
    PushManager.prototype.subscribe = async () => ({ toJSON: () => json }) as PushSubscription;
  }, subscription);
  await teacher.go(paths.notifications());
  await expectNoOverflow(teacher.page);
  await teacher.press("notifications.push.add");
  await expect(teacher.page.getByText(teacher.t("notifications.done.added"))).toBeVisible();
  const badge = teacher.page.getByText(teacher.t("notifications.push.current"), { exact: true });
  await expect(badge).toBeVisible();
  await expectNoOverflow(teacher.page);

  const writer = await open({ locale: "en", javaScriptEnabled: false }, { as: learner.email });
  await writer.go(paths.listing(id));
  await writer.fill("message", "Bună ziua, mai aveți locuri libere?");
  await writer.press("enquiries.form.send");
  let text = "";
  await expect(async () => {
    const { pushes } = await (await request.get(`${site.stubsUrl}/pushes.json`)).json();
    const received = (pushes as { subscription: string; text: string }[]).find((push) =>
      subscription.endpoint.endsWith(push.subscription),
    );
    expect(received).toBeDefined();
    text = received?.text ?? "";
  }).toPass({ timeout: 15_000, intervals: [100] });
  const message = JSON.parse(text) as { title: string; body: string; path: string };
  expect(message.title).toBe(teacher.t("notifications.messages.enquiry.title", { name: "Daria N." }));
  expect(message.body).toBe(teacher.t("notifications.messages.enquiry.body", { title }));

  // The browser hands the message to the service worker. A headless browser shows no notifications, so they are recorded.
  const worker = teacher.context.serviceWorkers()[0] ?? (await teacher.context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: unknown[] };
    scope.shown = [];
    scope.registration.showNotification = async (heading, options) => {
      scope.shown.push({ title: heading, body: options?.body, path: options?.data });
    };
  });
  const devTools = await teacher.context.newCDPSession(teacher.page);
  const registrationId = await new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
    void devTools.send("ServiceWorker.enable");
  });
  await devTools.send("ServiceWorker.deliverPushMessage", { origin: site.url, registrationId, data: text });
  const listShown = () => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown);
  await expect.poll(listShown).toEqual([message]);

  await teacher.page.locator(`form[action$="${paths.removePushDevice()}"] button`).click();
  await expect(teacher.page.getByText(teacher.t("notifications.done.removed"))).toBeVisible();
});
