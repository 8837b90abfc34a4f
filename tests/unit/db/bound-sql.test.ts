import { expect, test } from "vitest";
import { boundSql, constantSql, integer, joinSql, toParameters } from "@/db/bound-sql";

test("values become numbered parameters, also those of nested SQL", () => {
  const condition = joinSql([boundSql`a = ${1}`, boundSql`b > ${integer(2)}`, constantSql("c")], " and ");
  expect(toParameters(boundSql`select ${"x"} where ${condition} limit ${3}`)).toEqual({
    text: "select ?1 where a = ?2 and b > cast(?3 as integer) and c limit ?4",
    parameters: ["x", 1, 2, 3],
  });
});

test("equal values share a parameter, but a number and its text do not", () => {
  expect(toParameters(boundSql`${7}, ${"7"}, ${7}, ${null}`)).toEqual({
    text: "?1, ?2, ?1, ?3",
    parameters: [7, "7", null],
  });
});
