// @vitest-environment happy-dom
import { apiFetch } from "@client/http";
import { getPageSession } from "@client/session";
import { expect, test, vi } from "vitest";
import { createToken, TestBrowser, TestServer } from "./browser";

test("a page has one session for all calls, configured by its root element", async () => {
  const browser = new TestBrowser();
  const openChannel = vi.fn(() => browser.channels.channel());
  vi.stubGlobal("BroadcastChannel", function open() {
    return openChannel();
  });
  const server = new TestServer();
  const api = "https://api.example.test";
  server.on(`${api}/ro/auth/users/refresh`, () => server.token());
  server.on(`${api}/ro/storage/x`, () => Response.json({ content: "stored" }));
  document.documentElement.lang = "ro";
  Object.assign(document.body.dataset, { visitor: "anna", apiBase: api, accessRefreshMs: "9000" });

  expect(getPageSession()).toBe(getPageSession());
  expect(await apiFetch("/storage/x", { method: "PUT", file: new Blob(["x"]) })).toEqual({
    content: "stored",
  });
  expect(getPageSession().authenticated).toBe(true);
  expect(await getPageSession().accessToken()).toBe(createToken("anna", 1));
  expect(server.paths()).toEqual([`${api}/ro/auth/users/refresh`, `${api}/ro/storage/x`]);
  expect(openChannel).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
