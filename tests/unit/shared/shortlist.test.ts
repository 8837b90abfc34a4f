import { describe, expect, it } from "vitest";
import { newId } from "@/shared/ids";
import { formatShortlist, MAX_GUEST_SHORTLIST, parseShortlist } from "@/shared/shortlist";

describe("the shortlist cookie", () => {
  it("keeps the ids and their order", () => {
    const ids = Array.from({ length: MAX_GUEST_SHORTLIST }, newId);
    expect(parseShortlist(formatShortlist(ids))).toEqual(ids);
  });

  it("leaves out repeated and malformed ids, and those above the limit", () => {
    const ids = Array.from({ length: 240 }, newId);
    expect(parseShortlist(formatShortlist(ids))).toEqual(ids.slice(0, MAX_GUEST_SHORTLIST));
    const [first = "", second = ""] = ids;
    expect(parseShortlist(["", first, "UPPERCASE0123456", first, "x", second, "<script>"].join("."))).toEqual(
      [first, second],
    );
  });

  it.each(["", ".", "....", "left-out-3", "a".repeat(4096), ".".repeat(4096), "%F0%9F%90%B4".repeat(340)])(
    "reads rubbish as an empty list (%#)",
    (value) => expect(parseShortlist(value)).toEqual([]),
  );
});
