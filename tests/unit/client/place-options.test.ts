// @vitest-environment happy-dom
import { enhancePlaceOptions } from "@client/enhance/place-options";
import { expect, test } from "vitest";

test("offers the places of the chosen county, and of all counties without one", () => {
  document.body.innerHTML = `<div><select><option value=""></option><option value="cj"></option></select>
    <datalist><option data-county="cj">Zorilor</option><option data-county="is">Copou</option></datalist></div>`;
  const element = document.querySelector("div") as HTMLElement;
  const select = element.querySelector("select") as HTMLSelectElement;
  enhancePlaceOptions(element, {});
  const choose = (county: string) => {
    select.value = county;
    select.dispatchEvent(new Event("change"));
    return [...element.querySelectorAll("datalist option:not([disabled])")].map((place) => place.textContent);
  };
  expect(choose("cj")).toEqual(["Zorilor"]);
  expect(choose("")).toEqual(["Zorilor", "Copou"]);
});
