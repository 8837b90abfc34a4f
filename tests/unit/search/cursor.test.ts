import { expect, test } from "vitest";
import { parseCursor, serializeCursor } from "@/features/search/matching/cursor";

const ID = "k000000000000042";

test("parseCursor reads a serialized cursor, only for its own sort order", () => {
  const cursor = { sort: "price", rank: 0, key: 133_333, id: ID, offset: 40 } as const;
  expect(parseCursor(serializeCursor(cursor), "price")).toEqual(cursor);
  expect(parseCursor(serializeCursor(cursor), "-price")).toBeNull();
  const withoutOffset = { ...cursor, offset: null };
  expect(parseCursor(serializeCursor(withoutOffset), "price")).toEqual(withoutOffset);
  expect(parseCursor(serializeCursor({ ...cursor, offset: -1 }), "price")).toBeNull();
});

test("parseCursor rejects a price that no listing can have, because its rowid would be no integer", () => {
  const roundTrip = (sort: "price" | "newest", key: number) =>
    parseCursor(serializeCursor({ sort, rank: 0, key, id: ID, offset: null }), sort);
  expect(roundTrip("price", 1_000_000)).toBeNull();
  expect(roundTrip("newest", 1_794_926_660_000)).not.toBeNull();
});
