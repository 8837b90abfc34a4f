import generalEn from "@locales/general/en.json";
import generalRo from "@locales/general/ro.json";
import { expect, test } from "vitest";
import { createTranslator, pluralForm } from "@/shared/i18n/translator";

test.each([
  [0, "zero", "few", "No listings", "0 anunțuri"],
  [1, "one", "one", "1 listing", "Un anunț"],
  [2, "other", "few", "2 listings", "2 anunțuri"],
  [19, "other", "few", "19 listings", "19 anunțuri"],
  [20, "other", "other", "20 listings", "20 de anunțuri"],
  [21, "other", "other", "21 listings", "21 de anunțuri"],
  [100, "other", "other", "100 listings", "100 de anunțuri"],
  [101, "other", "few", "101 listings", "101 anunțuri"],
  [119, "other", "few", "119 listings", "119 anunțuri"],
  [120, "other", "other", "120 listings", "120 de anunțuri"],
  [1000, "other", "other", "1,000 listings", "1.000 de anunțuri"],
  [1001, "other", "few", "1,001 listings", "1.001 anunțuri"],
])("plural form of %i", (count, english, romanian, inEnglish, inRomanian) => {
  expect([pluralForm("en", count), pluralForm("ro", count)]).toEqual([english, romanian]);
  const en = createTranslator("en", { general: generalEn });
  const ro = createTranslator("ro", { general: generalRo });
  expect([en.count("general.counts.listings", count), ro.count("general.counts.listings", count)]).toEqual([
    inEnglish,
    inRomanian,
  ]);
});
