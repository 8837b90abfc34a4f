import type { Enhancer } from "@client/enhance";
import { CallFailed } from "@client/http";
import { getPageSession } from "@client/session";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

/** Turns on push messages for this device when the button is pressed, and says what prevents it. */
export const enhancePushDevice: Enhancer = (element, texts) => {
  const button = element.querySelector("button");
  const status = element.querySelector("[role=status]");
  const publicKey = button?.dataset.key;
  if (!button || !status || !publicKey) throw new Error("not a button for push messages");

  button.addEventListener("click", () => {
    button.disabled = true;
    status.textContent = texts.waiting ?? "";
    turnOn(publicKey)
      .then((obstacle) => {
        if (obstacle !== null) {
          status.textContent = texts[obstacle] ?? "";
          button.disabled = false;
          return;
        }
        const locale = document.documentElement.lang as Locale;
        location.assign(localizePath(locale, paths.notifications({ done: "added" })));
      })
      .catch((failure) => {
        console.error("push messages not turned on", failure);
        const problem = failure instanceof CallFailed ? failure.problem : null;
        status.textContent = problem?.detail ?? texts.failed ?? "";
        button.disabled = false;
      });
  });
};

type Obstacle = "unsupported" | "denied" | "dismissed";

/** Asks the user, subscribes at the browser's push service and saves the subscription. @returns what prevented it */
async function turnOn(publicKey: string): Promise<Obstacle | null> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return "unsupported";
  }
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "dismissed";
  const registration = await navigator.serviceWorker.register(paths.pushWorker());
  await navigator.serviceWorker.ready;
  const subscription = await subscribe(registration.pushManager, publicKey);
  await getPageSession().call(paths.apiPushSubscriptions(), { method: "POST", json: subscription.toJSON() });
  return null;
}

async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // A subscription for an earlier key of the site is in the way.
    const earlier = await manager.getSubscription();
    if (!earlier) throw error;
    await earlier.unsubscribe();
    return manager.subscribe(options);
  }
}
