import { expect, it } from "vitest";
import { CALL_TEXTS } from "../../../dev/api-docs/call-texts";
import { calls } from "./built";

it("has texts for exactly the documented calls", () => {
  const documented = calls.map(({ call }) => call.operationId);
  expect(Object.keys(CALL_TEXTS).sort()).toEqual(documented.sort());
});
