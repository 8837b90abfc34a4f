// @vitest-environment happy-dom
import { enhancePushDevice } from "@client/enhance/push-device";
import { CallFailed } from "@client/http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const call = vi.hoisted(() => vi.fn());
vi.mock("@client/session", () => ({ getPageSession: () => ({ call }) }));

const TEXTS = {
  waiting: "waiting",
  unsupported: "unsupported",
  denied: "denied",
  dismissed: "dismissed",
  failed: "failed",
};
const JSON_OF_BROWSER = { endpoint: "https://push.example.com/a", keys: { p256dh: "B", auth: "A" } };

/** What the browser was asked, in order. */
let steps: string[];
let permission: NotificationPermission;
let manager: { subscribe: ReturnType<typeof vi.fn>; getSubscription: ReturnType<typeof vi.fn> };

const button = () => document.querySelector("button") as HTMLButtonElement;
const status = () => document.querySelector("[role=status]")?.textContent;

async function press() {
  button().click();
  await vi.waitFor(() => expect(status()).not.toBe("waiting"), { timeout: 200 }).catch(() => {});
}

beforeEach(() => {
  steps = [];
  permission = "granted";
  const subscription = { toJSON: () => JSON_OF_BROWSER };
  manager = {
    subscribe: vi.fn(async (options) => {
      steps.push(`subscribe ${JSON.stringify(options)}`);
      return subscription;
    }),
    getSubscription: vi.fn(async () => null),
  };
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", {
    requestPermission: async () => {
      steps.push("permission");
      return permission;
    },
  });
  const serviceWorker = {
    ready: Promise.resolve(),
    register: async (path: string) => {
      steps.push(`register ${path}`);
      return { pushManager: manager };
    },
  };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  call.mockReset().mockResolvedValue({});
  vi.spyOn(location, "assign").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  document.documentElement.lang = "ro";
  document.body.innerHTML =
    '<div><button type="button" data-key="KEY">Turn on</button><p role="status"></p></div>';
  enhancePushDevice(document.querySelector("div") as HTMLElement, TEXTS);
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("asks, subscribes with the site's key, saves, and opens the page again", async () => {
  await press();
  expect(steps).toEqual([
    "permission",
    "register /push-worker.js",
    'subscribe {"userVisibleOnly":true,"applicationServerKey":"KEY"}',
  ]);
  expect(call).toHaveBeenCalledWith("/api/push-subscriptions", { method: "POST", json: JSON_OF_BROWSER });
  expect(location.assign).toHaveBeenCalledWith("/ro/profile/notifications?done=added");
});

test.each([
  ["denied", "denied"],
  ["default", "dismissed"],
] as const)("says what to do when the permission is %s", async (answer, text) => {
  permission = answer;
  await press();
  expect(status()).toBe(text);
  expect(button().disabled).toBe(false);
  expect(steps).toEqual(["permission"]);
  expect(call).not.toHaveBeenCalled();
});

test("says that the browser cannot do it", async () => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  await press();
  expect(status()).toBe("unsupported");
  expect(steps).toEqual([]);
});

test("replaces a subscription for an earlier key of the site", async () => {
  const unsubscribe = vi.fn(async () => true);
  manager.getSubscription.mockResolvedValue({ unsubscribe });
  manager.subscribe.mockRejectedValueOnce(new DOMException("another key", "InvalidStateError"));
  await press();
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(call).toHaveBeenCalledOnce();
});

test("shows the server's refusal, else a general text", async () => {
  call.mockRejectedValue(new CallFailed(409, { problem: { detail: "Too many devices." } as never }));
  await press();
  expect(status()).toBe("Too many devices.");
  manager.subscribe.mockRejectedValue(new DOMException("no push service", "AbortError"));
  await press();
  expect(status()).toBe("failed");
  expect(button().disabled).toBe(false);
});
