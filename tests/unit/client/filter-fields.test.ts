// @vitest-environment happy-dom
import { enhanceFieldFilter } from "@client/enhance/filter-fields";
import { expect, test } from "vitest";

test("shows the groups whose label, and the sections whose heading, has all typed words", () => {
  const group = (label: string) => `<fieldset><legend>${label}</legend><input></fieldset>`;
  document.body.innerHTML = `<div><input type="search"><p data-empty="None"></p></div>
    <form><section class="form__section"><h2>Fișiere</h2>${group("Poze")}${group("Descărcări")}</section>
    <section class="form__section"><h2>Mesaje</h2>${group("Pe zi")}</section>
    <section class="form__section"><h2>Locuri</h2><div>București</div></section></form>`;
  const element = document.querySelector("div") as HTMLElement;
  enhanceFieldFilter(element, {});
  const input = element.querySelector("input") as HTMLInputElement;
  const filter = (text: string) => {
    input.value = text;
    input.dispatchEvent(new Event("input"));
    const parts = [...document.querySelectorAll<HTMLElement>("h2, legend")];
    return parts.filter((part) => !part.closest("[hidden]")).map((part) => part.textContent);
  };
  expect(filter("descarcari")).toEqual(["Fișiere", "Descărcări"]);
  expect(filter("FISIERE")).toEqual(["Fișiere", "Poze", "Descărcări"]);
  expect(filter("zi pe")).toEqual(["Mesaje", "Pe zi"]);
  expect(filter("nimic")).toEqual([]);
  expect(element.textContent).toContain("None");
  expect(filter("")).toHaveLength(6);
});
