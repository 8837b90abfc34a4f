// @vitest-environment happy-dom
import { ProfilePicture } from "@client/islands/profile/profile-picture";
import { type RunningUpload, UploadFailed, uploadFile } from "@client/uploads";
import type { UploadEvents } from "@client/uploads/upload";
import profile from "@locales/profile/en.json";
import { act as flushRenders } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createTranslator } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";

vi.mock("@client/uploads", async (load) => ({
  ...(await load<typeof import("@client/uploads")>()),
  uploadFile: vi.fn(),
  getDownloadPath: async () => "/images/profile-pictures/u1.webp?v=1",
  findInterrupted: async () => null,
}));

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const t = createTranslator("en", { profile });
const getStatus = (key: string, params = {}) => t(`profile.picture.status.${key}`, params);
const user = { id: "u1", profilePicture: null, pictureTs: null, firstName: "Ana", lastName: "Pop" };

let root: Root;
let events: UploadEvents;
let finish: () => void;
let fail: (failure: UploadFailed) => void;

/** Changes something and waits for what follows from it. */
const act = (change: () => unknown) =>
  flushRenders(async () => {
    await change();
    await new Promise((resolve) => setTimeout(resolve));
  });
const input = () => document.querySelector('input[type="file"]') as HTMLInputElement;
const button = (name: string) => {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  if (!button) throw new Error(`no button ${name}`);
  return button;
};
const status = () => document.querySelector("[role=status]")?.textContent;
const click = (name: string) => act(() => button(name).click());
const choose = (file = new File(["x"], "a.avif", { type: "image/avif" })) =>
  act(async () => {
    Object.defineProperty(input(), "files", { value: [file], configurable: true });
    input().dispatchEvent(new Event("change", { bubbles: true }));
  });

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div><a href="/">another control</a>';
  vi.mocked(uploadFile).mockImplementation(async (_, __, options) => {
    events = options;
    const finished = new Promise<boolean>((resolve, reject) => {
      finish = () => resolve(true);
      fail = reject;
    });
    return { finished, pause: () => {}, resume: () => {}, cancel: async () => true } satisfies RunningUpload;
  });
  root = createRoot(document.getElementById("root") as HTMLElement);
  const page = { locale: "en", t } as unknown as Page;
  await act(async () =>
    root.render(
      <PageProvider page={page}>
        <ProfilePicture user={user} error={null} />
      </PageProvider>,
    ),
  );
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.restoreAllMocks();
});

describe("keyboard focus", () => {
  test("moves from Pause to Resume and back, and from Cancel to the file field", async () => {
    await choose();
    button("Pause").focus();
    await click("Pause");
    expect(document.activeElement).toBe(button("Resume"));
    await click("Resume");
    expect(document.activeElement).toBe(button("Pause"));
    button("Cancel").focus();
    await click("Cancel");
    expect(document.activeElement).toBe(input());
    expect(status()).toBe(getStatus("cancelled"));
  });

  test("moves from the chosen file to its actions", async () => {
    input().focus();
    await choose();
    expect(document.activeElement).toBe(button("Pause"));
  });

  test("stays where the user moved it during the upload", async () => {
    input().focus();
    await choose();
    const link = document.querySelector("a") as HTMLElement;
    link.focus();
    await act(() => finish());
    expect(status()).toBe(getStatus("done"));
    expect(document.activeElement).toBe(link);
  });
});

test("shows a picture's error at its field, once, and clears it when an upload starts", async () => {
  await choose();
  for (const detail of ["Too large.", "Not a picture."]) {
    await act(() => events.onStuck(new UploadFailed(500, { detail }, null)));
  }
  const errors = document.querySelectorAll("#field-picture-error");
  expect([...errors].map((error) => error.textContent)).toEqual(["Not a picture."]);
  expect(input().previousElementSibling).toBe(errors[0]);
  expect(errors[0]?.getAttribute("role")).toBe("alert");
  expect(input().getAttribute("aria-invalid")).toBe("true");
  expect(input().getAttribute("aria-describedby")).toContain("field-picture-error");
  expect(input().closest(".field")?.classList.contains("field--invalid")).toBe(true);

  await act(() => events.onProgress(1, 10));
  expect(document.querySelector("#field-picture-error")).toBeNull();
  expect(input().hasAttribute("aria-invalid")).toBe(false);
  expect(status()).toBe(getStatus("sending", { name: "a.avif", percent: 10 }));
});

test("shows the server's reason after a refused upload, and accepts another file", async () => {
  await choose();
  await act(() => fail(new UploadFailed(422, { detail: "Refused." }, null)));
  expect(document.querySelector("#field-picture-error")?.textContent).toBe("Refused.");
  expect(input().disabled).toBe(false);
  await choose();
  expect(status()).toBe(getStatus("sending", { name: "a.avif", percent: 0 }));
});
