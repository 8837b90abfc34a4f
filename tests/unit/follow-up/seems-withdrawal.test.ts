import { expect, test } from "vitest";
import { seemsWithdrawal } from "@/features/follow-up/pages/seems-withdrawal";

test.each([
  ["Anulați comanda, vă rog.", true],
  ["Vreau să îmi restituiți banii.", true],
  ["Cum returnați suma?", true],
  ["Denunț contractul.", true],
  ["Reziliez contractul.", true],
  ["Reimbursement, please", true],
  ["Vreau BANII ÎNAPOI", true],
  ["M-am retras.", true],
  ["Please cancel my order", true],
  ["Anul acesta dau Bacalaureatul.", false],
  ["Unde este cancelaria școlii?", false],
])("%s", (message, expected) => {
  expect(seemsWithdrawal({ subject: "Mesaj", message })).toBe(expected);
});
