import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, it } from "vitest";
import { listKeptDays } from "@/features/backups/delete-old-backups";
import { addDays } from "@/shared/dates";
import { insertStatements } from "../../../dev/restore/load-statements";

it("keeps the backups of 35 days, and the earliest of each of 12 months", () => {
  const all = Array.from({ length: 500 }, (_, n) => addDays("2026-11-28", -n)).filter(
    (day) => day !== "2026-05-01",
  );
  const kept = listKeptDays(all, "2026-11-28");
  const months = ["2025-12-01", ..."123456789".split("").map((month) => `2026-0${month}-01`), "2026-10-01"];
  expect(kept.slice(0, 11)).toEqual(months.map((day) => (day === "2026-05-01" ? "2026-05-02" : day)));
  expect(kept.slice(11)).toEqual(all.slice(0, 35).toReversed());
});

it("loads any text and number as it was, in statements that D1 accepts", () => {
  const table = { name: "t", columns: ["id", "long", "real"], key: ["id"], references: [] };
  const db = new DatabaseSync(":memory:");
  db.exec("create table t (id text primary key, long text not null, real real)");
  const text = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
  const row = fc.tuple(
    text,
    fc.tuple(text, fc.nat(200_000)),
    fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  );
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ([id]) => id, maxLength: 5 }), (drawn) => {
      const rows = drawn.map(([id, [piece, length], real]) => [
        id,
        piece.repeat(Math.ceil(length / (piece.length || 1))),
        Object.is(real, -0) ? 0 : real,
      ]);
      db.exec("delete from t");
      for (const statement of insertStatements(table, rows)) {
        expect(new TextEncoder().encode(statement).length).toBeLessThan(100_000);
        db.exec(statement);
      }
      const loaded = db
        .prepare("select id, long, real from t")
        .all()
        .map((stored) => Object.values(stored));
      expect(new Map(loaded.map((values) => [values[0], values]))).toEqual(
        new Map(rows.map((values) => [values[0], values])),
      );
    }),
    { numRuns: 50 },
  );
});
