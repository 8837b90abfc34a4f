import { expect, test } from "vitest";
import { createShared } from "@/http/services";
import { bindings } from "../../helpers/app";

test("settings are parsed once for a worker's bindings", () => {
  const shared = createShared();
  const first = shared.bound(bindings);
  expect(shared.bound(bindings)).toBe(first);
  const others = shared.bound({ ...bindings, SITE_NAME: "Elsewhere" });
  expect([first.config.SITE_NAME, others.config.SITE_NAME]).toEqual(["Catedra", "Elsewhere"]);
});
