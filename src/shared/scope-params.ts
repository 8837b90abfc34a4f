import { type County, countyName, type Subject } from "./codes";
import type { TextParams, Translator } from "./i18n/translator";

/** The subject's name, and the name inside a sentence, which is lower case in Romanian. */
export function subjectParams(t: Translator, subject: Subject): { subject: string; topic: string } {
  const name = t(`general.subjects.${subject}`);
  return { subject: name, topic: t.locale === "ro" ? name.toLocaleLowerCase("ro") : name };
}

/** The county's name, and the name inside a sentence: "în județul Cluj", but "în București", which is not a county. */
export function countyParams(t: Translator, county: County): TextParams {
  const name = countyName(county);
  return {
    county: name,
    inCounty: t(`general.inCounty.${county === "b" ? "capital" : "county"}`, { county: name }),
  };
}
