// @vitest-environment happy-dom
import { enhanceShareLink } from "@client/enhance/share-link";
import { afterEach, expect, test, vi } from "vitest";

const URL = "https://catedra.test/shortlist/shared?ids=a.b";

afterEach(() => vi.unstubAllGlobals());

function open(device: object) {
  vi.stubGlobal("navigator", device);
  document.body.innerHTML = `<section><input class="input" readonly value="${URL}"><div>
    <button data-share="copy" hidden>Copy</button><button data-share="device" hidden>Share</button></div></section>`;
  enhanceShareLink(document.querySelector("div") as HTMLElement, { copied: "Copied" });
  return [...document.querySelectorAll("button")];
}

test("the buttons of what the device can do appear, copy the address and open the share sheet", async () => {
  const [writeText, share] = [vi.fn(async () => {}), vi.fn(async () => Promise.reject(new Error("closed")))];
  const [copy, sheet] = open({ clipboard: { writeText }, share });
  copy?.click();
  await vi.waitFor(() => expect(copy?.textContent).toBe("Copied"));
  expect(writeText).toHaveBeenCalledWith(URL);
  sheet?.click();
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: URL }));
  expect(open({}).map(({ hidden }) => hidden)).toEqual([true, true]);
});
