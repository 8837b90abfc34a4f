import { describe, expect, test } from "vitest";
import { isCommonPassword } from "@/auth/common-passwords";

describe("common passwords", () => {
  test.each(["password1", "PASSWORD123", "12345678", "qwertyuiop", "iloveyou", "Passw0rd"])(
    "%s is common",
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  test.each([
    "parola123",
    "Parolă1!",
    "p@r0la12",
    "steaua1947",
    "bucuresti",
    "București2024",
    "Ștefan.2001",
    "123456maria",
    "qwertz1234",
  ])("%s is what Romanians take", async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  test.each(["27031987", "03271987", "01012033"])("%s is common: it is a date", async (one) => {
    expect(await isCommonPassword(one)).toBe(true);
  });

  test.each([
    "parola de la seif e alta",
    "maria-ioana-rezeda",
    "steaua polara 77",
    "andrei19820317",
    "școala altfel în mai",
    "87264918",
    "32041987",
    "ăâîșțăâîșț",
  ])("%j is not", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  test.each(["trei culori cunosc", "catedra-demo-2026", "", "constructor"])("%j is not", async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
