// @vitest-environment happy-dom

import { hydrateIsland } from "@client/hydrate-island";
import { useHydrated } from "@client/islands/use-hydrated";
import { useEffect, useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FileField, Select, SubmitButton, TextArea, TextField } from "@/ui/form";
import { PageProvider } from "@/ui/page-context";

const page = { locale: "en" } as never;
const texts = { general: { form: { optional: "(optional)" } } };

/** A form whose markup differs with and without script, as in the islands. */
function Form() {
  const isHydrated = useHydrated();
  const [read, setRead] = useState("");
  useEffect(() => setRead(getField<HTMLTextAreaElement>("text").value), []);
  return (
    <form>
      <TextField name="title" label="Title" value="Title" />
      {isHydrated ? (
        <>
          <p>With script</p>
          <input name="scripted" />
        </>
      ) : null}
      <TextArea name="text" label="Text" value="The initial text" />
      <input type="checkbox" name="online" />
      <Select
        name="county"
        label="County"
        value="b"
        options={[
          { value: "b", label: "B" },
          { value: "cj", label: "CJ" },
        ]}
      />
      <FileField name="file" label="File" />
      {isHydrated ? null : <SubmitButton name="intent">Upload</SubmitButton>}
      <input name="last" />
      <output>{read}</output>
    </form>
  );
}

let root: Element;
const getField = <E extends Element>(name: string) =>
  document.querySelector(`[name="${name}"]`) as unknown as E;
const hydrate = () => hydrateIsland(root, Form, { props: {}, page, texts });

beforeEach(() => {
  document.body.innerHTML = `<div>${renderToString(
    <PageProvider page={{ locale: "en", t: (key: string) => key } as never}>
      <Form />
    </PageProvider>,
  )}</div>`;
  root = document.querySelector("div") as Element;
});
afterEach(() => vi.restoreAllMocks());

test("typed text, choices, focus and caret stay, and effects read them", () => {
  const [title, text, online, county] = [
    getField<HTMLInputElement>("title"),
    getField<HTMLTextAreaElement>("text"),
    getField<HTMLInputElement>("online"),
    getField<HTMLSelectElement>("county"),
  ];
  title.value = "Typed title";
  text.value = "Typed before";
  online.checked = true;
  county.value = "cj";
  text.focus();
  text.setSelectionRange(3, 5);
  hydrate();
  expect(document.querySelector("p")?.textContent).toBe("With script");
  expect([title, text, online, county].every(({ isConnected }) => isConnected)).toBe(true);
  expect([title.value, text.value, online.checked, county.value]).toEqual([
    "Typed title",
    "Typed before",
    true,
    "cj",
  ]);
  expect(document.activeElement).toBe(text);
  expect([text.selectionStart, text.selectionEnd]).toEqual([3, 5]);
  expect(document.querySelector("output")?.textContent).toBe("Typed before");
});

test("the focus of a button that only the page without script has moves to the field before it", () => {
  getField<HTMLButtonElement>("intent").focus();
  hydrate();
  expect(getField("intent")).toBeNull();
  expect(document.activeElement).toBe(getField("file"));
});

test("typed text and focus stay when a browser extension changed the markup", () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.stubGlobal("reportError", reported);
  getField<HTMLInputElement>("title").value = "Typed title";
  getField<HTMLTextAreaElement>("text").value = "Typed before";
  getField<HTMLInputElement>("online").checked = true;
  getField<HTMLElement>("title").focus();
  getField<HTMLInputElement>("title").setSelectionRange(2, 2);
  getField("text").before(document.createElement("grammar-check"));
  hydrate();
  vi.unstubAllGlobals();
  expect(reported).toHaveBeenCalled();
  expect(getField<HTMLInputElement>("title").value).toBe("Typed title");
  expect(getField<HTMLTextAreaElement>("text").value).toBe("Typed before");
  expect(getField<HTMLInputElement>("online").checked).toBe(true);
  expect(document.activeElement).toBe(getField("title"));
  expect(getField<HTMLInputElement>("title").selectionStart).toBe(2);
});
